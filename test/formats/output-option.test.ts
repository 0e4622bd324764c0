import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { readJunit } from "../support/foreign-readers.ts";
import { projectRoot } from "../support/project-root.ts";

const CAMPAIGN = ["--suite", "quickstart", "--run-profile", "offline", "--evaluation-profile", "offline_judge"];
const REPORT = ["report", ...CAMPAIGN, "--model", "diligent"];

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-outputs-"));
  cpSync(join(projectRoot, "examples/quickstart/configs"), join(folder, "configs"), { recursive: true });
  const words = ["run-eval", ...CAMPAIGN, "--quiet", "--no-chart", "--no-files"];
  await assay([...words, "--output", "junit=first.xml", "--output", "json=first.json"], { cwd: folder });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const outputs = (...written: string[]) => written.flatMap((word) => ["--output", word]);
const read = (file: string) => readFileSync(join(folder, file), "utf8");

describe("--output", () => {
  test("of run-eval writes what report writes later", async () => {
    await assay(["report", ...CAMPAIGN, ...outputs("junit=again.xml")], { cwd: folder });
    expect(read("again.xml")).toBe(read("first.xml"));
    expect(await readJunit(read("first.xml"))).toHaveLength(32);
    expect(JSON.parse(read("first.json"))).toMatchObject({ kind: "campaign_report" });
  });

  test("is text on stdout when it is left out", async () => {
    const [bare, named] = [
      await assay(REPORT, { cwd: folder }),
      await assay([...REPORT, ...outputs("text")], { cwd: folder }),
    ];
    expect(bare.stdout).toContain("judged by offline_judge");
    expect(named.stdout).toBe(bare.stdout);
  });

  test("leaves stdout empty where only files are wanted, makes folders, and leaves nothing else behind", async () => {
    const { stdout, stderr, code } = await assay([...REPORT, ...outputs("csv=new/folder/a=b.csv")], { cwd: folder });
    expect({ stdout, code }).toEqual({ stdout: "", code: 0 });
    expect(stderr).toContain("Written as csv: new/folder/a=b.csv");
    expect(readdirSync(join(folder, "new/folder"))).toEqual(["a=b.csv"]);
  });

  test.each([
    [["yaml"], "--output takes text, json, markdown, junit, github-summary"],
    [["juni=x.xml"], 'not "juni"'],
    [
      ["text", "json"],
      "stdout takes one result, and --output text already goes there; write the other to a file: --output json=FILE",
    ],
    [["csv=x", "jsonl=x"], "--output writes x twice"],
    [["parquet"], "parquet is not text; give it a file: --output parquet=trials.parquet"],
    [["junit="], "--output junit= names no file"],
    [[""], 'not ""'],
  ])("%j is refused before anything is read", async (written, message) => {
    const { code, stderr, stdout } = await assay([...REPORT, ...outputs(...written)], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(existsSync(join(folder, "x"))).toBe(false);
  });

  test.each(["report", "run-eval"])(
    "of %s does not write over a folder, and says so before anything is paid for",
    async (name) => {
      mkdirSync(join(folder, "there"), { recursive: true });
      const words = [name, ...CAMPAIGN, ...outputs("junit=there"), ...(name === "run-eval" ? ["--force"] : [])];
      const { code, stderr } = await assay(words, { cwd: folder });
      expect(code).toBe(2);
      expect(stderr).toBe("error: there is a folder; name a file for the junit\n");
    },
  );

  test("adds to the summary of a step instead of replacing it", async () => {
    writeFileSync(join(folder, "step.md"), "# Before\n");
    const env = { GITHUB_STEP_SUMMARY: join(folder, "step.md") };
    await assay([...REPORT, ...outputs("github-summary=step.md")], { cwd: folder, env });
    expect(read("step.md")).toMatch(/^# Before\n## quickstart/);
  });

  test("says nothing to the runner of a step that a case says", async () => {
    const place = join(folder, "configs/suites/quickstart.yaml");
    const before = readFileSync(place, "utf8");
    writeFileSync(place, before.replace(/label: Diligent.*/, 'label: "##[add-mask]a"'));
    const [here, there] = [
      await assay([...REPORT, ...outputs("text")], { cwd: folder }),
      await assay([...REPORT, ...outputs("text")], { cwd: folder, env: { GITHUB_ACTIONS: "true" } }),
    ];
    writeFileSync(place, before);
    expect(here.stdout).toContain("##[add-mask]a");
    expect(there.stdout).not.toContain("##[");
  });

  test("of compare has a comment with a mark of its own, and no test report", async () => {
    const words = ["compare", "hasty", "diligent", ...CAMPAIGN];
    const { stdout } = await assay([...words, ...outputs("text", "pr-comment=compared.md")], { cwd: folder });
    expect(stdout).toContain("base       ");
    expect(read("compared.md")).toMatch(/^<!-- assay: compare -->\n\n## Assay: candidate against base/);
    const refused = await assay([...words, ...outputs("junit=x.xml")], { cwd: folder });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("--output takes text, json, markdown, github-summary, pr-comment");
  });

  test("of report is in its help, with every format", async () => {
    const { stdout } = await assay(["report", "--help"]);
    expect(stdout.replace(/\s+/g, " ")).toContain("--output <format[=file]>");
    expect(stdout).toContain("every-eval-ever");
    expect(stdout).toContain("docs/formats.md");
  });
});
