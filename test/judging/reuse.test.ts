import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgedWorkspace, verdict } from "./judged-workspace.ts";

const EVALUATION = "configs/evaluation_profiles/e.yaml";

describe("nothing is paid for twice", () => {
  test("two models on two cases: four runs and twelve judge calls, and none the second time", async () => {
    const workspace = await judgedWorkspace();
    const first = await workspace.call("run-eval", ["--output", "json"]);
    expect(first.stderr).not.toContain("warning");
    expect(first.code).toBe(0);
    expect(workspace.newRequests()).toEqual({ subject: 4, judges: 12 });
    const second = await workspace.call("run-eval", ["--output", "json"]);
    expect(second.code).toBe(0);
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
    const [before, after] = [JSON.parse(first.stdout), JSON.parse(second.stdout)];
    expect(before.costs).toEqual({
      runs: { new_usd: 0.004, reused_usd: null },
      judging: { new_usd: 0.012, reused_usd: null },
    });
    expect(after.costs).toEqual({
      runs: { new_usd: null, reused_usd: 0.004 },
      judging: { new_usd: null, reused_usd: 0.012 },
    });
    expect(after.trials.map((trial: { score: number }) => trial.score)).toEqual([8, 8, 8, 8]);
  });

  test("raising judge repetitions from 3 to 5 makes two calls a trial", async () => {
    const workspace = await judgedWorkspace();
    await workspace.call("eval");
    workspace.newRequests();
    workspace.edit(EVALUATION, (text) => text.replace("repetitions: 3", "repetitions: 5"));
    expect((await workspace.call("eval")).code).toBe(0);
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 8 });
  });

  test("a new aggregation makes no call and changes the score", async () => {
    const workspace = await judgedWorkspace({ judge: (_, index) => verdict([9, 9, 3][index % 3]!) });
    const scoreOf = async () =>
      JSON.parse((await workspace.call("eval", ["--output", "json", "--model", "alpha", "--case", "one"])).stdout)
        .trials[0];
    expect((await scoreOf()).score).toBe(9);
    workspace.newRequests();
    workspace.edit(EVALUATION, (text) => text.replace("method: median", "method: all_pass, pass_threshold: 5"));
    expect(await scoreOf()).toMatchObject({ score: 3, passed: false });
    workspace.edit(EVALUATION, (text) => text.replace("method: all_pass, pass_threshold: 5", "method: mean"));
    expect(await scoreOf()).toMatchObject({ score: 7, passed: null });
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
  });

  test("an edited rubric is judged again, and nothing is run again", async () => {
    const workspace = await judgedWorkspace();
    await workspace.call("eval");
    workspace.newRequests();
    workspace.edit("configs/cases/one/test.yaml", (text) => text.replace("Right.", "Right and explained."));
    await workspace.call("eval");
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 6 });
  });

  test("a run setting of one model runs that model again; the same answer is not judged again", async () => {
    const workspace = await judgedWorkspace();
    await workspace.call("eval");
    workspace.newRequests();
    workspace.edit("configs/run_profiles/p.yaml", (text) => `${text}model_overrides: { beta: { max_tokens: 99 } }\n`);
    await workspace.call("eval");
    expect(workspace.newRequests()).toEqual({ subject: 2, judges: 0 });
  });

  test("two trials with the same packet share their judge calls, which are counted and priced once", async () => {
    const workspace = await judgedWorkspace({ subject: () => "Both say 4." });
    const figures = async () => {
      const { calls, costs, statistics } = JSON.parse(
        (await workspace.call("eval", ["--case", "one", "--output", "json"])).stdout,
      );
      return { calls, judging: costs.judging, shared: statistics.rates.shared };
    };
    expect(await figures()).toEqual({
      calls: { made: 3, reused: 0 },
      judging: { new_usd: 0.003, reused_usd: null },
      shared: 1,
    });
    expect(workspace.newRequests()).toEqual({ subject: 2, judges: 3 });
    expect(await figures()).toEqual({
      calls: { made: 0, reused: 3 },
      judging: { new_usd: null, reused_usd: 0.003 },
      shared: 1,
    });
  });
});

describe("a damaged store costs only the damaged file's work", () => {
  test.each([
    "judge_1.json",
    "judge_1.prompt.user.json",
    "final_result_1.json",
    "evaluation_result_summary_1.md",
    "checks_1.json",
  ])("%s is made whole without a call", async (name) => {
    const workspace = await judgedWorkspace();
    const only = ["--model", "alpha", "--case", "one"];
    await workspace.call("eval", only);
    workspace.newRequests();
    const path = workspace.find(name);
    const whole = workspace.read(path);
    writeFileSync(join(workspace.root, path), whole.slice(0, 20));
    await workspace.call("eval", only);
    expect(workspace.read(path)).toBe(whole);
    rmSync(join(workspace.root, path));
    await workspace.call("eval", only);
    expect(workspace.read(path)).toBe(whole);
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
  });

  test("a lost or truncated call is put back from judge_1.json, byte for byte, and nobody is asked", async () => {
    const workspace = await judgedWorkspace();
    const only = ["--model", "alpha", "--case", "one", "--output", "json"];
    const { trials } = JSON.parse((await workspace.call("eval", only)).stdout);
    workspace.newRequests();
    const [lost, cut] = trials[0].judge_runs[0].iterations.map((iteration: { call_id: string }) =>
      workspace.find(`${iteration.call_id}.json`),
    );
    const whole = workspace.read(lost);
    rmSync(join(workspace.root, lost));
    writeFileSync(join(workspace.root, cut), '{"schema_ver');
    const reported = JSON.parse((await workspace.call("report", only)).stdout);
    expect(reported.trials[0]).toMatchObject({ state: "scored", score: 8 });
    expect(() => workspace.read(lost)).toThrow();
    expect((await workspace.call("eval", only)).code).toBe(0);
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
    expect(workspace.read(lost)).toBe(whole);
  });

  test("a call that is lost in both places is asked again, the other two are not", async () => {
    const workspace = await judgedWorkspace();
    const only = ["--model", "alpha", "--case", "one", "--output", "json"];
    const { trials } = JSON.parse((await workspace.call("eval", only)).stdout);
    workspace.newRequests();
    rmSync(join(workspace.root, workspace.find(`${trials[0].judge_runs[0].iterations[1].call_id}.json`)));
    rmSync(join(workspace.root, workspace.find("judge_1.json")));
    await workspace.call("eval", only);
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 1 });
  });

  test("answers beside the evaluation of another packet are no answers to this one", async () => {
    const workspace = await judgedWorkspace();
    const only = ["--model", "alpha", "--case", "one"];
    await workspace.call("eval", only);
    workspace.newRequests();
    rmSync(join(workspace.root, "outputs/calls"), { recursive: true });
    workspace.edit("configs/cases/one/test.yaml", (text) => text.replace("Right.", "Right and explained."));
    await workspace.call("eval", only);
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 3 });
  });

  test("a truncated run is run again, and an equal answer keeps its verdicts", async () => {
    const workspace = await judgedWorkspace();
    const only = ["--model", "alpha", "--case", "one"];
    await workspace.call("eval", only);
    workspace.newRequests();
    writeFileSync(join(workspace.root, workspace.find("run_1.json")), "{");
    await workspace.call("eval", only);
    expect(workspace.newRequests()).toEqual({ subject: 1, judges: 0 });
  });
});

test("--force runs and judges again what the flags select, and nothing else", async () => {
  const workspace = await judgedWorkspace();
  await workspace.call("eval");
  workspace.newRequests();
  await workspace.call("eval", ["--force", "--model", "beta", "--case", "two"]);
  expect(workspace.newRequests()).toEqual({ subject: 1, judges: 3 });
});
