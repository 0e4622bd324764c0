import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { type JudgedWorkspace, judgedWorkspace, KEY, verdict } from "./judged-workspace.ts";

const QUIET = ["--quiet", "--no-chart"];

/** Two cases whose check counts tool calls, of which there are none: `count: 0` passes, `count: 1` fails. */
const caseWith = (id: string, checks: string) => `schema_version: 1
case_id: ${id}
title: Adds (${id})
runner: { type: llm_probe }
input: { messages: [{ role: user, content: "What is 2 + 2? (${id})" }] }
deterministic_checks:
${checks}`;
const calls = (id: string, count: number, more = "") =>
  `  - { check_id: ${id}, ${more}declarative: { kind: tool_call_count, count: ${count} } }\n`;
const hook = (more: string) => `  - { check_id: own, ${more}module_hook: { path: own.mjs, callable_name: check } }\n`;
const REQUIRED = "required: true, ";

async function workspaceWith(one: string, two = calls("calm", 0), profile = ""): Promise<JudgedWorkspace> {
  const workspace = await judgedWorkspace({
    files: {
      "configs/cases/one/test.yaml": caseWith("one", one),
      "configs/cases/one/own.mjs": "export const check = () => ({ passed: false, message: 'never good' });\n",
      "configs/cases/two/test.yaml": caseWith("two", two),
    },
  });
  if (profile !== "") workspace.edit("configs/evaluation_profiles/e.yaml", (text) => `${text}${profile}`);
  return workspace;
}

const WITHOUT_JUDGES = "schema_version: 1\nevaluation_profile_id: e\ntitle: Checks\n";
const withoutJudges = (workspace: JudgedWorkspace, more = "") =>
  workspace.edit("configs/evaluation_profiles/e.yaml", () => WITHOUT_JUDGES + more);

test("a check that failed beside judges informs them and fails nothing, unless --fail-on-checks asks for it", async () => {
  const workspace = await workspaceWith(calls("busy", 1));
  expect((await workspace.call("run-eval", QUIET)).code).toBe(0);
  for (const command of ["run-eval", "report"]) {
    const { code, stderr } = await workspace.call(command, ["--fail-on-checks"]);
    expect(code).toBe(1);
    expect(stderr).toContain("missed: 2 of 4 trials have a check that failed (busy)");
  }
});

test("--fail-on-checks passes when every check does, and fails when there is none to go by", async () => {
  const workspace = await workspaceWith(calls("calm", 0));
  expect((await workspace.call("run-eval", [...QUIET, "--fail-on-checks"])).code).toBe(0);
  for (const id of ["one", "two"])
    workspace.edit(`configs/cases/${id}/test.yaml`, (text) => text.replace(/deterministic_checks:[\s\S]*/, ""));
  const { code, stderr } = await workspace.call("run-eval", [...QUIET, "--fail-on-checks"]);
  expect(code).toBe(1);
  expect(stderr).toContain("missed: no trial was checked, so --fail-on-checks has nothing to go by");
});

test("a trial with a failed required check does not pass, whatever the judges say", async () => {
  const workspace = await workspaceWith(calls("busy", 1, REQUIRED) + calls("calm", 0, REQUIRED), calls("calm", 0), "");
  workspace.edit("configs/evaluation_profiles/e.yaml", (text) =>
    text.replace("method: median", "method: median, pass_threshold: 5"),
  );
  const { code, stdout, stderr } = await workspace.call("run-eval", [...QUIET, "--output", "json"]);
  expect(code).toBe(1);
  expect(stderr).toContain("missed: 2 of 4 trials have a required check that failed (busy)");
  expect(stderr).not.toContain("pass_threshold");
  const report = JSON.parse(stdout);
  expect(report.trials.map(({ score, passed }: { score: number; passed: boolean }) => [score, passed])).toEqual([
    [8, false],
    [8, true],
    [8, false],
    [8, true],
  ]);
  expect(report.trials[0].checks.not_passed).toMatchObject([{ check_id: "busy", required: true, outcome: "failed" }]);
  expect(report.model_summaries[0]).toMatchObject({ passed: 1, trials: 2, decided: 2 });
  const text = (await workspace.call("report", [])).stdout;
  expect(text).toContain("Reliability (a score of 5 or more and every required check pass)");
  expect(text).toMatch(/busy \(required\) +alpha +0 +1 +0 +0 %/);
  expect(text).toContain("alpha/one #1: busy (required) failed: Expected exactly 1 tool calls, found 0.");
  expect(text).toContain("Checks not passed: busy (required).");
});

test("without a pass_threshold, required checks alone decide what passes", async () => {
  const workspace = await workspaceWith(calls("calm", 0, REQUIRED), calls("busy", 1));
  const { code, stdout } = await workspace.call("run-eval", [...QUIET, "--output", "json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).trials.map(({ passed }: { passed: boolean | null }) => passed)).toEqual([
    true,
    null,
    true,
    null,
  ]);
});

test("the judge is told that a check is required, and the stored result says that the trial did not pass", async () => {
  const workspace = await workspaceWith(calls("busy", 1, REQUIRED));
  await workspace.call("run-eval", [...QUIET, "--model", "alpha", "--case", "one"]);
  const asked = workspace.provider.requests.find(({ body }) => String(body.model).includes("judge"))!;
  expect(JSON.parse(asked.body.messages[1].content).execution_evidence.check_results).toMatchObject([
    { check_id: "busy", required: true, outcome: "failed" },
  ]);
  const result = JSON.parse(workspace.read(workspace.find("final_result_1.json")));
  expect(result).toMatchObject({ final_score: 8, passed: false, judge_overall: { score: 8, passed: null } });
  expect(result.check_results[0]).toMatchObject({ check_id: "busy", required: true });
  expect(workspace.read(workspace.find("evaluation_result_summary_1.md"))).toMatch(
    /: 8 of 10, failed\n[\s\S]*`busy` \(required\) failed/,
  );
});

test("a required hook that could not be decided is not held against the subject, and does not let it pass", async () => {
  const workspace = await workspaceWith(hook(REQUIRED));
  const { code, stdout, stderr } = await workspace.call("run-eval", [...QUIET, "--output", "json", "--case", "one"]);
  expect(code).toBe(1);
  expect(stderr).toContain("missed: 2 of 2 trials have a required check that could not be decided (own)");
  expect(JSON.parse(stdout).trials[0]).toMatchObject({ score: 8, passed: null });
});

test("a profile without judges reports its checks as the result, with names and rates", async () => {
  const workspace = await workspaceWith(calls("calm", 0) + calls("busy", 1), calls("calm", 0));
  withoutJudges(workspace);
  const { code, stdout, stderr } = await workspace.call("run-eval", QUIET);
  expect(code).toBe(1);
  expect(stderr).toContain("missed: 2 of 4 trials have a check that failed (busy)");
  expect(stdout).toContain("4 trials (4 checked)");
  expect(stdout).toContain("Judges: none; a trial passes when every check does.");
  expect(stdout).toMatch(/model +passed +checks/);
  expect(stdout).toMatch(/alpha +1\/2 +2\/3/);
  expect(stdout).toMatch(/one +checked ✗ +checked ✗/);
  expect(stdout).toMatch(/calm +alpha +2 +0 +0 +100 % +\d+ % to 100 %/);
  expect(stdout).toMatch(/busy +beta +0 +1 +0 +0 %/);
  expect(stdout).toContain("Reliability (a trial passes with every check)");
  expect(stdout).not.toContain("Dimensions");
  expect(stdout).not.toContain("Evidence:");
  const json = JSON.parse((await workspace.call("report", ["--output", "json"])).stdout);
  expect(json.totals).toMatchObject({ trials: 4, scored: 0, checked: 4, not_judged: 0 });
  expect(json.check_summaries).toMatchObject([
    { check_id: "calm", model_id: "alpha", passed: 2, failed: 0, error: 0, required: false },
    { check_id: "calm", model_id: "beta", passed: 2 },
    { check_id: "busy", model_id: "alpha", passed: 0, failed: 1 },
    { check_id: "busy", model_id: "beta" },
  ]);
  expect((await workspace.call("report", ["--output", "markdown"])).stdout).toContain("### Checks");
});

test("a profile without judges over cases without checks decides nothing, and does not pass", async () => {
  const workspace = await workspaceWith(calls("calm", 0));
  withoutJudges(workspace);
  for (const id of ["one", "two"])
    workspace.edit(`configs/cases/${id}/test.yaml`, (text) => text.replace(/deterministic_checks:[\s\S]*/, ""));
  const { code, stderr } = await workspace.call("run-eval", QUIET);
  expect(code).toBe(1);
  expect(stderr).toContain(
    "nothing was decided: the evaluation profile asks no judge, and no selected case has a check",
  );
});

test("a report ends with 1 and a sentence when nothing was run, nothing was judged, or hooks have not looked yet", async () => {
  const workspace = await workspaceWith(hook(""), hook(""), "security_policy: { allow_local_python_hooks: true }\n");
  workspace.edit("configs/cases/two/test.yaml", (text) => text.replace("own.mjs", "../one/own.mjs"));
  const missed = async () => {
    const { code, stderr } = await workspace.call("report");
    expect(code).toBe(1);
    return stderr;
  };
  expect(await missed()).toContain(
    "missed: nothing was judged: no trial has a score; not run yet; `assay run-eval` runs it",
  );
  const env = { OPENROUTER_BASE_URL: workspace.provider.baseUrl, OPENROUTER_API_KEY: KEY };
  await assay(["run", "--suite", "s", "--run-profile", "p"], { cwd: workspace.root, env });
  expect(workspace.newRequests()).toEqual({ subject: 4, judges: 0 });
  expect(await missed()).toContain(
    "nothing was judged: no trial has a score; not judged yet; `assay run-eval` judges it",
  );
});

test("--fail-under is missed by a campaign whose judges gave no verdict", async () => {
  const workspace = await judgedWorkspace({ judge: () => "no JSON at all" });
  const { code, stderr } = await workspace.call("run-eval", [...QUIET, "--fail-under", "0"]);
  expect(code).toBe(1);
  expect(stderr).toContain("nothing was judged: no trial has a score; no judge gave a valid verdict");
  expect(stderr).toContain("alpha scores nothing, --fail-under is 0");
});

test("a campaign that was run and judged at another endpoint says where, and what to do", async () => {
  const workspace = await judgedWorkspace({ judge: () => verdict(8) });
  await workspace.call("run-eval", QUIET);
  const there = workspace.provider.baseUrl;
  const { code, stdout, stderr } = await workspace.call("report", [], { env: { OPENROUTER_BASE_URL: "" } });
  expect(code).toBe(1);
  const sentence = `it was run at another endpoint, ${there}, and this command asks https://openrouter.ai/api/v1; set OPENROUTER_BASE_URL=${there} to read it, or \`assay run-eval\` runs it again at https://openrouter.ai/api/v1`;
  expect(stderr).toContain(sentence);
  expect(stdout).toContain(`it was run at another endpoint, ${there}`);
  const plan = await workspace.call("plan", [], { env: { OPENROUTER_BASE_URL: "" } });
  expect(plan.stdout).toContain(`changed: gateway (was ${there}, is https://openrouter.ai/api/v1)`);
});

test("judges that were asked at another endpoint are told apart from changed judges", async () => {
  const workspace = await judgedWorkspace();
  const there = workspace.provider.baseUrl;
  workspace.edit("configs/run_profiles/p.yaml", (text) => `${text}gateway: { base_url: "${there}" }\n`);
  await workspace.call("run-eval", QUIET);
  const reason = async () => {
    const { stdout } = await workspace.call("report", ["--output", "json"], { env: { OPENROUTER_BASE_URL: "" } });
    return JSON.parse(stdout).trials[0].reason;
  };
  expect(await reason()).toContain(
    `it was judged at another endpoint, ${there}, and this command asks https://openrouter.ai/api/v1; set OPENROUTER_BASE_URL=${there}`,
  );
  workspace.edit("configs/evaluation_profiles/e.yaml", (text) =>
    text.replace("model: acme/judge", "model: acme/other-judge"),
  );
  expect(await reason()).toContain("stale: the judges or their prompts have changed");
});
