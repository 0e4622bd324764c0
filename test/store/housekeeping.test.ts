import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgedWorkspace, verdict } from "../judging/judged-workspace.ts";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { startWithStore } from "../support/store-process.ts";
import { changeFile, segmentFiles, storeWith } from "../support/store-records.ts";
import { temporaryFolder } from "../support/temporary.ts";

const json = async (words: string[], cwd: string) =>
  JSON.parse((await assay([...words, "--output", "json"], { cwd })).stdout);

describe("assay store", () => {
  test("says what there is, how large it is, and what newer records have replaced", async () => {
    const { root, call } = await judgedWorkspace();
    expect((await assay(["store"], { cwd: root })).stderr).toContain("Nothing is stored yet");
    await call("run-eval");
    await call("run-eval", ["--force", "--model", "alpha"]);
    const { stdout, code } = await assay(["store"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[\d.,]+ KiB in \d+ files, last written 20\d\d-\d\d-\d\d\n1 campaign, 6 runs, /);
    expect(stdout).toMatch(/s\/p-[0-9a-f]{8} +4 +4 /);
    expect(stdout).toMatch(/have been replaced by newer ones; `assay store prune --superseded` shows what can go\.\n$/);
    const overview = await json(["store"], root);
    expect(overview).toMatchObject({ kind: "store_overview", labels: 0, shards: [], records: { run: { records: 6 } } });
    expect(overview.superseded.records).toBeGreaterThan(0);
    expect(overview.sizes.total.bytes).toBe(
      ["log", "artifacts", "reading", "rubric", "batch", "cache"].reduce(
        (sum, part) => sum + overview.sizes[part].bytes,
        0,
      ),
    );
  });

  test("a sub-command that there is not is refused", async () => {
    const { code, stderr } = await assay(["store", "lst"], { cwd: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/too many arguments|unknown command/)]);
  });
});

describe("assay store prune", () => {
  test("shows first and changes nothing; with --yes it takes out, and nothing that counts is asked again", async () => {
    const { root, call, newRequests } = await judgedWorkspace();
    await call("run-eval");
    await call("run-eval", ["--force"]);
    const report = (await call("report")).stdout;
    const log = () =>
      segmentFiles(join(root, "outputs")).map((name) => readFileSync(join(root, "outputs/log", name), "utf8"));
    const before = log();
    const shown = await assay(["store", "prune", "--superseded"], { cwd: root });
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toMatch(
      /^To be removed: \d+ records \(.*4 runs.*\nNothing was changed\. The same command with --yes does it\.\n$/s,
    );
    expect(log()).toEqual(before);
    const done = await json(["store", "prune", "--superseded", "--yes"], root);
    expect(done).toMatchObject({ kind: "store_pruning", done: true, records: { run: 4 }, campaigns: [] });
    expect((await call("report")).stdout).toBe(report);
    newRequests();
    await call("run-eval");
    expect(newRequests()).toEqual({ subject: 0, judges: 0 });
    expect((await assay(["store", "prune", "--superseded"], { cwd: root })).stdout).toBe("Nothing to remove.\n");
    expect((await assay(["store", "verify"], { cwd: root })).code).toBe(0);
  });

  test("a campaign goes with its files for reading, by age or by name; what is young stays", async () => {
    const { root, call } = await judgedWorkspace();
    await call("run-eval");
    expect((await assay(["store", "prune", "--older-than", "1h"], { cwd: root })).stdout).toBe("Nothing to remove.\n");
    const { campaigns } = await json(["store", "prune", "--campaign", "s"], root);
    expect(campaigns).toEqual([expect.stringMatching(/^s\/p-[0-9a-f]{8}$/)]);
    expect((await json(["store", "prune", "--older-than", "0h"], root)).campaigns).toEqual(campaigns);
    expect((await assay(["store", "prune", "--campaign", campaigns[0], "--yes"], { cwd: root })).stdout).toContain(
      "is gone completely",
    );
    expect([existsSync(join(root, "outputs/runs/s")), (await json(["store", "list"], root)).campaigns]).toEqual([
      false,
      [],
    ]);
  });

  test.each([
    [[], "say what to remove: --older-than, --campaign or --superseded"],
    [["--older-than", "30"], 'such as 30d, not "30"'],
    [["--older-than", "1m"], 'such as 30d, not "1m"'],
    [["--campaign", "nowhere"], "nowhere is not a campaign of"],
  ])("%j is refused with what to say instead", async (words, problem) => {
    const { code, stderr } = await assay(["store", "prune", ...words], { cwd: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  });

  test("it does not begin while a campaign is being run or judged", async () => {
    let judging: () => void = () => {};
    const begun = new Promise<void>((resolve) => (judging = resolve));
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { root, call } = await judgedWorkspace({
      async judge() {
        judging();
        await held;
        return verdict(8);
      },
    });
    const running = call("run-eval", [], { ownProcess: true });
    await begun;
    const { code, stderr } = await assay(["store", "prune", "--older-than", "0h", "--yes"], { cwd: root });
    release();
    expect([code, stderr]).toEqual([2, expect.stringContaining("is using it; prune when it has finished")]);
    expect((await running).code).toBe(0);
  });
});

describe("assay store verify", () => {
  test("names a changed byte, a changed file and a missing one, and ends with 1", async () => {
    const root = temporaryFolder({ "configs/suites/x.yaml": "" });
    mkdirSync(join(root, "outputs"));
    const store = await storeWith(6);
    await assay(["store", "merge", store], { cwd: root });
    expect((await assay(["store", "verify"], { cwd: root })).code).toBe(0);
    const [segment] = segmentFiles(join(root, "outputs"));
    changeFile(join(root, "outputs/log", segment!), (bytes) =>
      Buffer.from(bytes.toString().replace("An answer. 2", "An answer. 8")),
    );
    for (const name of ["verify", "check"]) {
      const { code, stdout } = await assay(["store", name], { cwd: root });
      expect([code, stdout]).toEqual([1, expect.stringContaining(`log/${segment}, byte`)]);
    }
  });

  test("its help and that of assay verify tell them apart", async () => {
    expect((await assay(["store", "verify", "--help"])).stdout).toContain("is what `assay verify` checks");
    expect((await assay(["verify", "--help"])).stdout).toContain("`assay store verify`");
  });
});

describe("assay store merge", () => {
  test("several stores come in at once, one that is named twice once, and none when one of them is no store", async () => {
    const root = temporaryFolder({ "configs/suites/x.yaml": "" });
    const [one, two] = [await storeWith(3, "a"), await storeWith(3, "b")];
    const refused = await assay(["store", "merge", one, join(root, "nowhere")], { cwd: root });
    expect([refused.code, existsSync(join(root, "outputs/log"))]).toEqual([2, false]);
    expect(await json(["store", "merge", one, two, one], root)).toMatchObject({ kind: "store_merge", segments: 2 });
  });

  test("a store inside this one, around it, or this one by another name is refused", async () => {
    const root = temporaryFolder({ "configs/suites/x.yaml": "" });
    await assay(["store", "merge", await storeWith(3)], { cwd: root });
    symlinkSync(join(root, "outputs"), join(root, "same"));
    mkdirSync(join(root, "outputs/inner"));
    for (const [from, problem] of [
      ["same", "own store"],
      ["outputs/inner", "is inside this workspace's own store"],
      [".", "holds this workspace's own store"],
    ] as const) {
      const { code, stderr } = await assay(["store", "merge", from], { cwd: root });
      expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
    }
  });

  test("it says which shards are still missing", async () => {
    const { root, call, provider } = await judgedWorkspace();
    await call("run-eval", ["--shard", "1/3"]);
    const other = await judgedWorkspace();
    await other.call("run-eval", ["--shard", "2/3"], { env: { OPENROUTER_BASE_URL: provider.baseUrl } });
    const { stdout } = await assay(["store", "merge", join(other.root, "outputs")], { cwd: root });
    expect(stdout).toMatch(/\nevaluations\/s\/p-[0-9a-f]{8}\/e-[0-9a-f]{8}: shard 3 of 3 is missing\n$/);
  });

  test.skipIf(lacks("sandbox"))("a full disk leaves nothing half-brought, and merging again completes it", async () => {
    const from = await storeWith(40);
    const into = temporaryFolder();
    const outputs = join(into, "outputs");
    mkdirSync(outputs);
    const script = `
      import { readdirSync, rmSync, writeFileSync } from "node:fs";
      const attempt = () => { try { mergeStores(${JSON.stringify(from)}, outputs); return "merged"; } catch (error) { return error.code; } };
      const names = () => readdirSync(outputs + "/log").filter((name) => name.endsWith(".jsonl") || name.endsWith(".tmp")).length;
      writeFileSync(outputs + "/ballast", Buffer.alloc(190_000, 1));
      const first = [attempt(), names()];
      rmSync(outputs + "/ballast");
      say(JSON.stringify([...first, attempt(), names(), openStore(outputs).damaged().length]));`;
    const wrap = ["bwrap", "--dev-bind", "/", "/", "--size", String(200 * 1024), "--tmpfs", outputs];
    const { said, complaints } = await (await startWithStore(outputs, script, { wrap })).ended;
    expect(complaints).toBe("");
    expect(JSON.parse(said)).toEqual(["ENOSPC", 0, "merged", 1, 0]);
  });
});
