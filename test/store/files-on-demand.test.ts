import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

const NOTICE =
  "No files for reading were made, because there are more than 2,000 trials: `assay files s` makes them, and `--files always` makes them at once.";
const CAMPAIGN = ["--suite", "s", "--run-profile", "p", "--evaluation-profile", "e"];

describe("files for reading", () => {
  test("of more than 2,000 trials are made when somebody asks", async () => {
    const root = workspace({ repetitions: 2001 });
    const many = await assay(["run", ...CAMPAIGN.slice(0, 4), "--quiet"], { cwd: root });
    expect(many).toMatchObject({ code: 0, stderr: `${NOTICE}\n` });
    expect(runFiles(root)).toEqual([]);
    const place = `s/${readdirSync(join(root, "outputs/runs/s"))[0]}/m/c/2001`;
    expect(await assay(["files", place], { cwd: root })).toMatchObject({
      code: 0,
      stdout: "1 run and 0 evaluations written\n",
    });
    expect(runFiles(root)).toEqual(["run_2001.json"]);
    expect(await assay(["files", "s"], { cwd: root })).toMatchObject({
      stdout: "2001 runs and 0 evaluations written\n",
    });
    expect(runFiles(root)).toHaveLength(2001);
  });

  test.each([
    { words: ["--files", "always"], made: true },
    { words: ["--files", "auto"], made: true },
    { words: ["--files", "never"], made: false },
    { words: ["--no-files"], made: false },
    { inFile: "never", words: [], made: false },
    { inFile: "never", words: ["--files", "always"], made: true },
    { inFile: "always", words: ["--no-files"], made: false },
  ])("with $words, and $inFile in assay.yaml: $made", async ({ inFile, words, made }) => {
    const root = workspace({ repetitions: 1 });
    if (inFile) writeFileSync(join(root, "assay.yaml"), `schema_version: 1\nfiles: ${inFile}\n`);
    const { code, stderr } = await assay(["run-eval", ...CAMPAIGN, "--quiet", ...words], { cwd: root });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(runFiles(root)).toEqual(made ? ["run_1.json"] : []);
    expect(names(root, "evaluations").includes("evaluation_result_summary_1.md")).toBe(made);
  });

  test("take no other word, in a flag or in assay.yaml", async () => {
    const root = workspace({ repetitions: 1 });
    const flag = await assay(["run", ...CAMPAIGN.slice(0, 4), "--files", "sometimes"], { cwd: root });
    expect(flag).toMatchObject({ code: 2, stderr: expect.stringContaining("Allowed choices are auto, always, never") });
    writeFileSync(join(root, "assay.yaml"), "schema_version: 1\nfiles: sometimes\n");
    const file = await assay(["run", ...CAMPAIGN.slice(0, 4)], { cwd: root });
    expect(file).toMatchObject({ code: 2, stderr: expect.stringContaining("assay.yaml:2:8") });
    expect(existsSync(join(root, "outputs"))).toBe(false);
  });

  test("`assay show` names the command that makes those of a trial", async () => {
    const root = workspace({ repetitions: 1 });
    await assay(["run-eval", ...CAMPAIGN, "--quiet", "--files", "never"], { cwd: root });
    const { stdout } = await assay(["show", "m/c", "--output", "json"], { cwd: root });
    const { next } = JSON.parse(stdout) as { next: { title: string; command: string }[] };
    const { command } = next.find(({ title }) => title === "its files for reading")!;
    expect(await assay(command.split(" ").slice(1), { cwd: root })).toMatchObject({
      code: 0,
      stdout: "1 run and 1 evaluation written\n",
    });
    expect(runFiles(root)).toEqual(["run_1.json"]);
    expect(names(root, "evaluations")).toContain("evaluation_result_summary_1.md");
  });

  test("of a trial that is not stored are refused, and nothing is made", async () => {
    const root = workspace({ repetitions: 1 });
    await assay(["run", ...CAMPAIGN.slice(0, 4), "--quiet", "--no-files"], { cwd: root });
    const run_profile = readdirSync(join(root, "outputs/runs/s"))[0];
    const refused = await assay(["files", `s/${run_profile}/m/c/7`], { cwd: root });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("m/c/7 is not a campaign or trial of") });
    expect(runFiles(root)).toEqual([]);
  });

  test("that cannot be written are an error in words, and the records stay whole", async () => {
    const root = workspace({ repetitions: 1 });
    await assay(["run-eval", ...CAMPAIGN, "--quiet", "--no-files"], { cwd: root });
    rmSync(join(root, "outputs/runs"), { recursive: true });
    writeFileSync(join(root, "outputs/runs"), "in the way");
    const { code, stderr } = await assay(["files"], { cwd: root });
    expect(code).toBe(2);
    expect(stderr).toContain("outputs/runs");
    expect(stderr).not.toContain("    at ");
    rmSync(join(root, "outputs/runs"));
    expect(await assay(["files"], { cwd: root })).toMatchObject({
      code: 0,
      stdout: "1 run and 1 evaluation written\n",
    });
  });

  test("made by two processes at once are the same as those of one", async () => {
    const root = workspace({ repetitions: 50 });
    await assay(["run-eval", ...CAMPAIGN, "--quiet", "--files", "always"], { cwd: root });
    const whole = contents(root);
    for (const folder of ["runs", "evaluations"]) rmSync(join(root, "outputs", folder), { recursive: true });
    const both = await Promise.all([assay(["files"], { cwd: root }), assay(["files"], { cwd: root })]);
    for (const one of both)
      expect(one).toMatchObject({ code: 0, stderr: "", stdout: "50 runs and 50 evaluations written\n" });
    expect(contents(root)).toEqual(whole);
  });
});

function workspace({ repetitions }: { repetitions: number }): string {
  return temporaryFolder({
    "configs/cases/c/test.yaml":
      "schema_version: 1\ncase_id: c\ntitle: C\nrunner: { type: llm_probe }\ninput:\n  messages:\n    - { role: user, content: What is 2 + 2? }\n",
    "configs/suites/s.yaml":
      "schema_version: 1\nsuite_id: s\ntitle: S\nmodels:\n  - { model_id: m, requested_model: offline/diligent }\n",
    "configs/run_profiles/p.yaml": `schema_version: 1\nrun_profile_id: p\ntitle: P\nexecution_policy: { max_concurrency: 16, run_repetitions: ${repetitions} }\n`,
    "configs/evaluation_profiles/e.yaml":
      "schema_version: 1\nevaluation_profile_id: e\ntitle: E\njudges:\n  - { judge_id: j, type: llm_probe, model: offline/judge }\njudge_runs:\n  - { judge_run_id: j, judge_id: j }\naggregation: { method: median }\n",
  });
}

/** Names of the files below a folder of outputs/, sorted. */
function names(root: string, folder: string): string[] {
  return filesBelow(join(root, "outputs", folder))
    .map((path) => basename(path))
    .sort();
}

function runFiles(root: string): string[] {
  return names(root, "runs").filter((name) => /^run_\d+\.json$/.test(name));
}

/** Judging at different times gives different output, but these files come from the same records. */
function contents(root: string): Record<string, string> {
  const paths = ["runs", "evaluations"].flatMap((folder) => filesBelow(join(root, "outputs", folder)));
  const made = paths.filter((path) => !basename(path).startsWith(".") && !/score_cost|report\.md/.test(path));
  return Object.fromEntries(made.map((path) => [path, readFileSync(path, "utf8")]));
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
