import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/text/index.ts";
import { assay } from "../support/assay.ts";
import { loggedRecords } from "../support/log-lines.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { CAMPAIGN, packedOnce, unpacked } from "./support.ts";

const shared = packedOnce();
const hashOf = (file: string) => sha256(readFileSync(file, "latin1"));

describe("a packed campaign", () => {
  test("is the same file every time, and the same again when it was unpacked elsewhere", async () => {
    await assay(["pack", "quickstart", "--output", "again.tgz"], { cwd: shared.workspace });
    expect(hashOf(join(shared.workspace, "again.tgz"))).toBe(hashOf(shared.packed));
    const folder = await unpacked(shared);
    await assay(["pack", "--output", "../once-more.tgz"], { cwd: folder });
    expect(hashOf(join(folder, "../once-more.tgz"))).toBe(hashOf(shared.packed));
  });

  test("is a tar that everybody can open, with a checksum for everything in it", () => {
    const folder = temporaryFolder();
    execFileSync("tar", ["xzf", shared.packed, "-C", folder]);
    const manifest = JSON.parse(readFileSync(join(folder, "assay-pack.json"), "utf8"));
    expect(manifest).toMatchObject({
      format: "assay.pack/1",
      campaign: { suite_id: "quickstart" },
      trials: 24,
      records: { campaign: 1, run: 24, evaluation: 24 },
      environment: { runners: ["llm_probe"], endpoints: ["offline"], judges: [{ model: "offline/judge" }, {}, {}] },
      left_out: { missing: [], links: 0 },
    });
    for (const { path, sha256: expected } of manifest.files)
      expect(execFileSync("sha256sum", [join(folder, path)], { encoding: "utf8" }).slice(0, 64), path).toBe(expected);
    const listed = execFileSync("find", [folder, "-type", "f"], { encoding: "utf8" }).trim().split("\n");
    expect(listed).toHaveLength(manifest.files.length + 1);
  });

  test("shows the same report where there is no workspace", async () => {
    const folder = await unpacked(shared);
    expect(existsSync(join(folder, "configs"))).toBe(false);
    const there = await assay(["report", "--output", "csv"], { cwd: folder });
    const [name] = (await assay(["store", "list"], { cwd: folder })).stdout.split("\n").slice(-2);
    const here = await assay(["report", name!.split(" ")[0]!, "--output", "csv"], { cwd: shared.workspace });
    expect(there.stdout).toBe(here.stdout);
    const today = await assay(["report", ...CAMPAIGN, "--case", "capital", "--output", "json"], {
      cwd: shared.workspace,
    });
    const stored = await assay(["report", "--output", "json"], { cwd: folder });
    const scores = (text: string) =>
      JSON.parse(text).trials.flatMap(
        (trial: { case_id: string; model_id: string; repetition: number; score: number }) =>
          trial.case_id === "capital" ? [[trial.model_id, trial.repetition, trial.score]] : [],
      );
    expect(scores(stored.stdout)).toEqual(scores(today.stdout));
  });

  test("can be looked at in a browser, and brought into another store", async () => {
    const folder = await unpacked(shared);
    const { code } = await assay(["view", "--export", "../site"], { cwd: folder });
    expect(code).toBe(0);
    expect(readdirSync(join(folder, "../site"))).toContain("index.html");
    const elsewhere = temporaryFolder();
    cpSync(join(shared.workspace, "configs"), join(elsewhere, "configs"), { recursive: true });
    await assay(["store", "merge", join(folder, "outputs")], { cwd: elsewhere });
    const words = ["report", ...CAMPAIGN, "--case", "capital", "--output", "json"];
    const [merged, own] = [await assay(words, { cwd: elsewhere }), await assay(words, { cwd: shared.workspace })];
    expect(JSON.parse(merged.stdout).model_summaries.map(({ score }: { score: number }) => score)).toEqual(
      JSON.parse(own.stdout).model_summaries.map(({ score }: { score: number }) => score),
    );
  });

  test("holds one campaign of several, and a trial that another one ran under its own name", async () => {
    const folder = temporaryFolder();
    cpSync(join(shared.workspace, "configs"), join(folder, "configs"), { recursive: true });
    const suite = readFileSync(join(folder, "configs/suites/quickstart.yaml"), "utf8");
    writeFileSync(join(folder, "configs/suites/second.yaml"), suite.replace(/suite_id: .*/, "suite_id: second"));
    const run = (name: string, id: string) =>
      assay(["run-eval", "--suite", name, ...CAMPAIGN.slice(2), "--case", id, "--quiet", "--no-chart", "--no-files"], {
        cwd: folder,
      });
    await run("quickstart", "capital");
    await run("second", "capital");
    const { stdout, code } = await assay(["pack", "second", "--output", "second.tgz"], { cwd: folder });
    expect({ stdout, code }).toEqual({
      stdout: expect.stringMatching(/^second\.tgz: 8 trials, [\d,]+ bytes\n$/),
      code: 0,
    });
    await assay(["unpack", "second.tgz"], { cwd: folder });
    expect((await assay(["store", "list"], { cwd: join(folder, "second") })).stdout).not.toContain("quickstart");
    const there = await assay(["verify", "--output", "json"], { cwd: join(folder, "second") });
    expect(there.code).toBe(0);
    expect(there.stdout).not.toContain("were executed under");
    const runs = loggedRecords(join(folder, "second"), "run");
    expect(runs.map(({ value }) => value.artifact.identity.suite_id)).toEqual(Array(8).fill("second"));
    await assay(["store", "merge", "second/outputs"], { cwd: folder });
    for (const name of ["quickstart", "second"]) expect((await assay(["verify", name], { cwd: folder })).code).toBe(0);
    const refused = await assay(["pack"], { cwd: folder });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("holds 2 campaigns; name one of them:\n  quickstart/");
  });

  test("brings labels about its packets along, and no others", async () => {
    const folder = temporaryFolder();
    cpSync(join(shared.workspace, "configs"), join(folder, "configs"), { recursive: true });
    cpSync(join(shared.workspace, "outputs"), join(folder, "outputs"), { recursive: true });
    const [evaluation] = loggedRecords(folder, "evaluation");
    const own = JSON.stringify({
      format: "assay.label/1",
      packet_sha256: evaluation!.value.prompt.user_sha256,
      value: true,
    });
    const other = JSON.stringify({
      format: "assay.label/1",
      packet_sha256: "0".repeat(64),
      value: "secret of another",
    });
    mkdirSync(join(folder, "labels/plans"), { recursive: true });
    writeFileSync(join(folder, "labels/ann.jsonl"), `${own}\n${other}\n`);
    writeFileSync(join(folder, "labels/bob.jsonl"), `${other}\n`);
    writeFileSync(join(folder, "labels/plans/other.json"), other);
    await assay(["pack", "--output", "labelled.tgz"], { cwd: folder });
    await assay(["unpack", "labelled.tgz"], { cwd: folder });
    expect(readFileSync(join(folder, "labelled/labels/ann.jsonl"), "utf8")).toBe(`${own}\n`);
    expect(readdirSync(join(folder, "labelled/labels"))).toEqual(["ann.jsonl"]);
  });

  test("brings along what people really said, and it counts there as it did here", async () => {
    const folder = temporaryFolder();
    for (const part of ["configs", "outputs"])
      cpSync(join(shared.workspace, part), join(folder, part), { recursive: true });
    await assay(["label", "plan", "--suite", "quickstart", "--budget", "4"], { cwd: folder });
    await assay(["label", "--annotator", "ann"], { cwd: folder, stdin: "p\nf\nx\n" });
    await assay(["pack", "--output", "labelled.tgz"], { cwd: folder });
    await assay(["unpack", "labelled.tgz"], { cwd: folder });
    const said = readFileSync(join(folder, "labels/ann.jsonl"), "utf8");
    expect(said.trim().split("\n")).toHaveLength(2);
    expect(readFileSync(join(folder, "labelled/labels/ann.jsonl"), "utf8")).toBe(said);
    expect(readdirSync(join(folder, "labelled/labels/plans"))).toEqual(readdirSync(join(folder, "labels/plans")));
    const [here, there] = [folder, join(folder, "labelled")].map((cwd) => assay(["label", "status"], { cwd }));
    expect((await there!).stdout).toBe((await here!).stdout);
  });

  test.each([
    [["pack", "quikstart"], "quikstart is not a campaign of"],
    [["pack", "--output", "configs"], "configs is a folder; name a file"],
    [["unpack", "nothing.tgz"], "nothing.tgz is missing"],
    [["unpack", "configs"], "configs is not a file"],
    [["verify", "quikstart"], "quikstart is not a campaign of"],
    [["report", "quikstart"], "quikstart is not a campaign of"],
    [["report", "quickstart", "--suite", "quickstart"], "either by its name in the store or by --suite"],
    [["report", "quickstart", "--model", "hasty"], "a stored campaign is reported as a whole"],
    [["report", "--suite", "quikstart"], "no suite has this id"],
  ])("%j is refused", async (words, message) => {
    const { code, stderr, stdout } = await assay(words, { cwd: shared.workspace });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  test("does not unpack over anything", async () => {
    const parent = mkdtempSync(join(tmpdir(), "assay-occupied-"));
    mkdirSync(join(parent, "there"));
    writeFileSync(join(parent, "there/mine.txt"), "mine");
    const { code, stderr } = await assay(["unpack", shared.packed, "--into", "there"], { cwd: parent });
    expect(code).toBe(2);
    expect(stderr).toContain("there already exists; --into takes a new or an empty folder");
    expect(readdirSync(parent)).toEqual(["there"]);
    expect(readdirSync(join(parent, "there"))).toEqual(["mine.txt"]);
    rmSync(parent, { recursive: true });
  });
});
