import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { judgedWorkspace, KEY, verdict } from "./judged-workspace.ts";

const QUIET = ["--quiet", "--no-chart"];
const JSON_OUTPUT = ["--output", "json"];

test("a plan counts judge calls as an upper bound, says when their cost is unknown, and asks nobody", async () => {
  const workspace = await judgedWorkspace();
  const { code, stdout } = await workspace.call("plan");
  expect(code).toBe(0);
  expect(stdout).toMatch(/main_run +acme\/judge +at most 12 +0 +at most 24 +unknown/);
  expect(stdout).toContain(
    "Judging by e: at most 12 judge calls, 0 stored already, cost unknown: no stored call reports a cost (main_run).",
  );
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
});

test("stored verdicts are subtracted, and the calls that are left are priced by what calls of the same judge cost", async () => {
  const workspace = await judgedWorkspace();
  await workspace.call("run-eval", [...QUIET, "--model", "alpha"]);
  workspace.newRequests();
  const { stdout } = await workspace.call("plan", JSON_OUTPUT);
  expect(JSON.parse(stdout).judging).toEqual({
    evaluation_profile_id: "e",
    judge_runs: [
      {
        judge_run_id: "main_run",
        judge_id: "main",
        model: "acme/judge",
        offline: false,
        stored: 6,
        to_ask: 6,
        most_requests: 12,
        cost: { known: true, usd: expect.closeTo(0.006, 9), from_calls: 6 },
      },
    ],
  });
  const text = (await workspace.call("plan")).stdout;
  expect(text).toContain("Judging by e: at most 6 judge calls, 6 stored already, about $0.0060.");
  // The prediction of the plan comes true.
  await workspace.call("run-eval", QUIET);
  expect(workspace.newRequests().judges).toBe(6);
  const after = JSON.parse((await workspace.call("plan", JSON_OUTPUT)).stdout);
  expect(after.judging.judge_runs[0]).toMatchObject({ stored: 12, to_ask: 0, cost: { known: true, usd: 0 } });
  const forced = JSON.parse((await workspace.call("plan", [...JSON_OUTPUT, "--force"])).stdout);
  expect(forced.judging.judge_runs[0]).toMatchObject({ stored: 0, to_ask: 12 });
});

test("an edited expectation and a higher number of repetitions are foreseen call by call", async () => {
  const workspace = await judgedWorkspace();
  await workspace.call("run-eval", QUIET);
  workspace.edit("configs/cases/one/test.yaml", (text) => text.replace("Answers 4.", "Answers four."));
  workspace.edit("configs/evaluation_profiles/e.yaml", (text) => text.replace("repetitions: 3", "repetitions: 4"));
  const { judging, totals } = JSON.parse((await workspace.call("plan", JSON_OUTPUT)).stdout);
  expect(totals).toMatchObject({ run: 0, reuse: 4 });
  // Case one: two models by four. Case two: one more each.
  expect(judging.judge_runs[0]).toMatchObject({ stored: 6, to_ask: 10 });
  workspace.newRequests();
  await workspace.call("run-eval", QUIET);
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 10 });
});

test("answers that broke the contract are asked again, so they count", async () => {
  const workspace = await judgedWorkspace({ judge: (_, index) => (index < 6 ? "nothing" : verdict(8)) });
  await workspace.call("run-eval", [...QUIET, "--model", "alpha", "--case", "one"]);
  const { judging } = JSON.parse(
    (await workspace.call("plan", [...JSON_OUTPUT, "--model", "alpha", "--case", "one"])).stdout,
  );
  expect(judging.judge_runs[0]).toMatchObject({ stored: 0, to_ask: 3 });
});

test("without an evaluation profile the plan says that judge calls are not counted", async () => {
  const { root, provider } = await judgedWorkspace();
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY };
  const words = ["plan", "--suite", "s", "--run-profile", "p"];
  expect((await assay(words, { cwd: root, env })).stdout).toContain("Judge calls are not counted: name who judges");
  expect(JSON.parse((await assay([...words, ...JSON_OUTPUT], { cwd: root, env })).stdout).judging).toBeNull();
});

test("a judge without a key is part of the plan, and a mistake in the profile is an error", async () => {
  const workspace = await judgedWorkspace();
  const { code, stdout } = await workspace.call("plan", [], { env: { OPENROUTER_API_KEY: "" } });
  expect(code).toBe(0);
  expect(stdout).toContain("judge main: No key for");
  workspace.edit("configs/evaluation_profiles/e.yaml", (text) => text.replace("method: median", "method: medium"));
  expect((await workspace.call("plan")).code).toBe(2);
});

test("a profile without judges plans no call", async () => {
  const workspace = await judgedWorkspace();
  workspace.edit("configs/evaluation_profiles/e.yaml", () => "schema_version: 1\nevaluation_profile_id: e\ntitle: T\n");
  expect((await workspace.call("plan")).stdout).toContain("e asks no judge.");
});
