import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { caseAt } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

const suite = (id: string, model = "offline/diligent") =>
  `schema_version: 1\nsuite_id: ${id}\ntitle: S\nmodels: [{ model_id: m, requested_model: ${model} }]\ncase_selection: { include_case_ids: [greet] }\n`;
const runProfile = (id: string) => `schema_version: 1\nrun_profile_id: ${id}\ntitle: R\n`;
const evaluationProfile = (id: string) =>
  `schema_version: 1\nevaluation_profile_id: ${id}\ntitle: E\njudges: [{ judge_id: j, type: llm_probe, model: offline/judge }]\njudge_runs: [{ judge_run_id: r, judge_id: j }]\n`;

/** A workspace with these suites and profiles, and one case. */
function workspace(
  { suites = ["s"], runs = ["r"], evaluations = ["e"] }: { suites?: string[]; runs?: string[]; evaluations?: string[] },
  files: Record<string, string> = {},
): string {
  return temporaryFolder({
    ...caseAt("greet"),
    ...Object.fromEntries(suites.map((id) => [`configs/suites/${id}.yaml`, suite(id)])),
    ...Object.fromEntries(runs.map((id) => [`configs/run_profiles/${id}.yaml`, runProfile(id)])),
    ...Object.fromEntries(evaluations.map((id) => [`configs/evaluation_profiles/${id}.yaml`, evaluationProfile(id)])),
    ...files,
  });
}

const two = { suites: ["s", "t"], runs: ["q", "r"], evaluations: ["e", "f"] };
const file = (text: string) => ({ "assay.yaml": `schema_version: 1\n${text}` });
const all = file("suite: t\nrun_profile: r\nevaluation_profile: f\n");
const chosen = (stderr: string) => stderr.split("\n").filter((line) => line.startsWith("Using "));
const campaign = async (cwd: string) =>
  (await assay(["store", "list", "--output", "json"], { cwd })).stdout.match(
    /"(?:suite_id|run_profile|evaluation_profile)": "[^"-]+/g,
  );

describe("assay run-eval alone", () => {
  test("runs what assay.yaml names, and says so in one line", async () => {
    const cwd = workspace(two, all);
    const { code, stderr, stdout } = await assay(["run-eval"], { cwd });
    expect(chosen(stderr)).toEqual(["Using suite t, run profile r, evaluation profile f (assay.yaml)"]);
    expect({ code, isReport: stdout.includes("m ") }).toEqual({ code: 0, isReport: true });
    expect(await campaign(cwd)).toEqual(['"suite_id": "t', '"run_profile": "r', '"evaluation_profile": "f']);
  });

  test("works in any folder below, where the nearest root decides", async () => {
    const cwd = workspace(two, all);
    const inner = join(cwd, "configs/cases/greet");
    expect(chosen((await assay(["plan"], { cwd: inner })).stderr)).toHaveLength(1);
    mkdirSync(join(cwd, "other/deep"), { recursive: true });
    writeFileSync(join(cwd, "other/assay.yaml"), "schema_version: 1\n");
    const { code, stderr } = await assay(["plan"], { cwd: join(cwd, "other/deep") });
    expect(code).toBe(2);
    expect(stderr).toContain("there is no suite in configs/suites/ yet");
  });

  test("a flag wins over a variable, a variable over assay.yaml, and that over the only one there is", async () => {
    const cwd = workspace({ ...two, evaluations: ["e"] }, file("suite: s\nrun_profile: q\n"));
    const env = { ASSAY_RUN_PROFILE: "r", ASSAY_SUITE: "t" };
    const { stderr } = await assay(["run-eval", "--suite", "s"], { cwd, env });
    expect(chosen(stderr)).toEqual(["Using run profile r ($ASSAY_RUN_PROFILE), evaluation profile e (the only one)"]);
    expect(await campaign(cwd)).toEqual(['"suite_id": "s', '"run_profile": "r', '"evaluation_profile": "e']);
  });

  test("an empty variable names nothing", async () => {
    const cwd = workspace(two, all);
    expect(chosen((await assay(["plan"], { cwd, env: { ASSAY_SUITE: "" } })).stderr)[0]).toContain("suite t");
  });

  test("a variable that names nothing that is there is an error, not passed over", async () => {
    const { code, stderr } = await assay(["run-eval"], { cwd: workspace(two, all), env: { ASSAY_SUITE: "nope" } });
    expect(code).toBe(2);
    expect(stderr).toContain("nope");
  });

  test("with -q nothing is said about it", async () => {
    const { stderr } = await assay(["run-eval", "-q"], { cwd: workspace(two, all) });
    expect(stderr).toBe("");
  });

  test("a broken assay.yaml is shown with its place, and nothing is run", async () => {
    const cwd = workspace(two, file("suite: tt\n"));
    const { code, stderr, stdout } = await assay(["run-eval", "--run-profile", "r", "--evaluation-profile", "e"], {
      cwd,
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain('assay.yaml:2:8  error  suite: no suite has the id "tt"; configs/suites/ has s, t');
  });

  test("outputs that assay.yaml names are written beside it, wherever the command is called", async () => {
    const cwd = workspace({}, file("output: [json, csv=tables/trials.csv]\n"));
    mkdirSync(join(cwd, "tables"));
    const { stdout, stderr } = await assay(["run-eval"], { cwd: join(cwd, "configs") });
    expect(JSON.parse(stdout)).toHaveProperty("totals");
    expect(stderr).toContain("output json and csv=../tables/trials.csv (assay.yaml)");
    const report = await assay(["report", "--output", "text"], { cwd });
    expect(report.stdout).not.toContain("{");
    const byVariable = await assay(["report"], { cwd, env: { ASSAY_OUTPUT: "markdown" } });
    expect(byVariable.stdout).toMatch(/^#/);
    const wrong = await assay(["report"], { cwd, env: { ASSAY_OUTPUT: "jsn" } });
    expect(wrong.stderr).toContain("$ASSAY_OUTPUT: --output takes text");
  });
});

describe("a workspace without assay.yaml", () => {
  test("prints the same bytes for a whole command, wherever a variable does not interfere", async () => {
    const cwd = workspace(two);
    const words = ["plan", "--suite", "s", "--run-profile", "r"];
    const plain = await assay(words, { cwd });
    const withVariables = await assay(words, { cwd, env: { ASSAY_SUITE: "t", ASSAY_RUN_PROFILE: "q" } });
    expect(withVariables).toEqual(plain);
    expect(plain.stderr).toBe("");
  });

  test("with one of each needs no flags", async () => {
    const { code, stderr } = await assay(["run-eval"], { cwd: workspace({}) });
    expect(code).toBe(0);
    expect(chosen(stderr)).toEqual(["Using suite s, run profile r, evaluation profile e (the only one)"]);
  });

  test("does not judge a plan because there happens to be one evaluation profile", async () => {
    const { stdout } = await assay(["plan", "--suite", "s", "--run-profile", "r"], { cwd: workspace({}) });
    expect(stdout).toContain("Judge calls are not counted");
  });
});

describe("what is missing is said at once", () => {
  test("with the ids there are and a whole command", async () => {
    const { code, stderr, stdout } = await assay(["run-eval"], { cwd: workspace({ ...two, runs: ["r"] }) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(
      [
        "error: assay run-eval needs --suite and --evaluation-profile",
        "  --suite               one of: s, t",
        "  --evaluation-profile  one of: e, f",
        "Example: assay run-eval --suite s --run-profile r --evaluation-profile e",
        "assay.yaml or variables can name defaults: assay docs command-line\n",
      ].join("\n"),
    );
  });

  test("the example works as printed", async () => {
    const cwd = workspace(two);
    const { stderr } = await assay(["run-eval"], { cwd });
    const [, words] = /Example: assay (.*)/.exec(stderr)!;
    expect((await assay(words!.split(" "), { cwd })).code).toBe(0);
  });

  test.each([
    ["run", ["--suite", "--run-profile"]],
    ["plan", ["--suite", "--run-profile"]],
    ["eval", ["--suite", "--run-profile", "--evaluation-profile"]],
    ["report", ["--suite", "--run-profile", "--evaluation-profile"]],
    ["gate", ["--suite", "--run-profile", "--evaluation-profile", "--base"]],
    ["calibrate --gold", ["--suite", "--run-profile", "--evaluation-profile"]],
    ["batch judge", ["--spec", "--items"]],
    ["rubric judge", ["--samples"]],
  ])("by assay %s, too", async (command, flags) => {
    const { code, stderr } = await assay(command.split(" "), { cwd: workspace(two) });
    expect(code).toBe(2);
    expect(stderr).toContain(`assay ${command} needs`);
    for (const flag of flags) expect(stderr).toMatch(new RegExp(`^  ${flag} `, "m"));
  });

  test("a folder without a workspace says how to get one", async () => {
    const { stderr } = await assay(["run-eval"], { cwd: temporaryFolder() });
    expect(stderr).toContain("there is no workspace (configs/) here or above, `assay init` creates one");
  });

  test("with twenty suites the first twelve are named", async () => {
    const suites = Array.from({ length: 20 }, (_, index) => `s${String(index).padStart(2, "0")}`);
    expect((await assay(["plan"], { cwd: workspace({ suites }) })).stderr).toContain("s11 and 8 more");
  });
});

describe("other commands", () => {
  test("compare takes two models of the default suite as such, and campaigns as before", async () => {
    const models =
      "models: [{ model_id: a, requested_model: offline/diligent }, { model_id: b, requested_model: offline/hasty }]";
    const cwd = workspace(two, {
      ...all,
      "configs/suites/t.yaml": suite("t").replace(/^models.*$/m, models),
    });
    await assay(["run-eval"], { cwd });
    const compared = await assay(["compare", "a", "b"], { cwd });
    expect(compared.code).toBe(0);
    expect(chosen(compared.stderr)).toHaveLength(1);
    const other = await assay(["compare", "a", "nobody"], { cwd });
    expect(other.stderr).toContain("a is not a judged campaign");
  });

  test("rubric judge takes rubric and judges from assay.yaml; --model replaces the judges only", async () => {
    const cwd = temporaryFolder();
    await assay(["init", "--template", "rubric"], { cwd });
    const panel = await assay(["rubric", "judge", "--samples", "samples.jsonl", "--dry-run"], { cwd });
    expect(chosen(panel.stderr)).toEqual(["Using rubric rubric.yaml, evaluation profile panel (assay.yaml)"]);
    const words = ["rubric", "judge", "--samples", "samples.jsonl", "--model", "offline/judge", "--dry-run"];
    const model = await assay(words, { cwd });
    expect({ code: model.code, said: chosen(model.stderr) }).toEqual({
      code: 0,
      said: ["Using rubric rubric.yaml (assay.yaml)"],
    });
  });

  test("a folder that holds nothing but assay.yaml and its spec is a workspace", async () => {
    const cwd = temporaryFolder();
    await assay(["init", "--template", "batch"], { cwd });
    rmSync(join(cwd, "configs"), { recursive: true, force: true });
    mkdirSync(join(cwd, "deep"));
    const judged = await assay(["batch", "judge", "--items", "../before.jsonl", "--name", "x", "-q"], {
      cwd: join(cwd, "deep"),
    });
    expect(judged.code, judged.stderr).toBe(0);
    expect((await assay(["validate"], { cwd })).stdout).toContain("1 workspace file checked: no problem found");
  });
});
