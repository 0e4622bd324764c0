import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { damageRecords, loggedRecords } from "../support/log-lines.ts";
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

describe("a damaged store costs only the damaged record's work", () => {
  const only = ["--model", "alpha", "--case", "one"];

  test.each([
    "run_1.json",
    "judge_1.json",
    "judge_1.prompt.user.json",
    "judge_1.prompt.debug.md",
    "final_result_1.json",
    "evaluation_result_summary_1.md",
    "manifest.json",
  ])("%s is made again by `assay files`, byte for byte and without a call", async (name) => {
    const workspace = await judgedWorkspace();
    await workspace.call("run-eval", only);
    workspace.newRequests();
    const path = workspace.find(name);
    const whole = workspace.read(path);
    for (const damage of [
      () => writeFileSync(join(workspace.root, path), whole.slice(0, 20)),
      () => rmSync(join(workspace.root, path)),
    ]) {
      damage();
      expect(await assay(["files"], { cwd: workspace.root })).toMatchObject({
        code: 0,
        stdout: "1 run and 1 evaluation written\n",
      });
      expect(workspace.read(path)).toBe(whole);
    }
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
  });

  test("files that were never made, or were all deleted, come with the next run-eval", async () => {
    const workspace = await judgedWorkspace();
    const { stdout } = await workspace.call("run-eval", [...only, "--no-files"]);
    expect(stdout).toContain("Evaluations are in the log; `assay files` writes them out for reading.");
    expect(readdirSync(join(workspace.root, "outputs")).sort()).toEqual(["evaluations", "log", "runs"]);
    expect(() => workspace.find("run_1.json")).toThrow();
    await workspace.call("run-eval", only);
    const made = workspace.read(workspace.find("evaluation_result_summary_1.md"));
    for (const folder of ["runs", "evaluations"]) rmSync(join(workspace.root, "outputs", folder), { recursive: true });
    await workspace.call("run-eval", only);
    expect(workspace.read(workspace.find("evaluation_result_summary_1.md"))).toBe(made);
    expect(workspace.read(workspace.find("run_1.json"))).toContain("2 + 2 is 4.");
    expect(workspace.newRequests()).toEqual({ subject: 1, judges: 3 });
  });

  test("the report needs no judge call that is damaged, and a changed digit in an evaluation changes no score", async () => {
    const workspace = await judgedWorkspace();
    await workspace.call("run-eval", only);
    expect(damageRecords(workspace.root, ({ kind }) => kind === "call")).toBe(3);
    const score = async () =>
      JSON.parse((await workspace.call("report", [...only, "--output", "json"])).stdout).trials[0];
    expect(await score()).toMatchObject({ state: "scored", score: 8 });
    damageRecords(
      workspace.root,
      ({ kind }) => kind === "evaluation",
      (line) => line.replace('"score":8', '"score":9'),
    );
    expect(await score()).toMatchObject({ state: "not_judged", score: null });
  });

  test("a damaged evaluation is made again from the calls, and nobody is asked", async () => {
    const workspace = await judgedWorkspace();
    await workspace.call("run-eval", only);
    workspace.newRequests();
    damageRecords(workspace.root, ({ kind }) => kind === "evaluation");
    const { stdout } = await workspace.call("run-eval", [...only, "--output", "json"]);
    expect(JSON.parse(stdout).trials[0]).toMatchObject({ state: "scored", score: 8 });
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
  });

  test("a call that is lost with its evaluation is asked again, the other two are not", async () => {
    const workspace = await judgedWorkspace();
    await workspace.call("run-eval", only);
    workspace.newRequests();
    const [, second] = loggedRecords(workspace.root, "call");
    damageRecords(workspace.root, ({ kind, key }) => kind === "evaluation" || key === second!.key);
    await workspace.call("run-eval", only);
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 1 });
  });

  test("a damaged run is run again, and an equal answer keeps its verdicts", async () => {
    const workspace = await judgedWorkspace();
    await workspace.call("run-eval", only);
    workspace.newRequests();
    damageRecords(workspace.root, ({ kind }) => kind === "run");
    const { stderr } = await workspace.call("run-eval", only);
    expect(stderr).toMatch(/warning: log\/[\w-]+\.jsonl, byte \d+: .*run is treated as missing/);
    expect(workspace.newRequests()).toEqual({ subject: 1, judges: 0 });
  });

  test("an index that is gone or damaged is made again from the log", async () => {
    const workspace = await judgedWorkspace();
    await workspace.call("run-eval", only);
    workspace.newRequests();
    const before = (await workspace.call("report", [...only, "--output", "json"])).stdout;
    const folder = join(workspace.root, "outputs/log");
    const index = join(folder, readdirSync(folder).find((name) => name.endsWith(".index"))!);
    for (const damage of [() => writeFileSync(index, "nonsense"), () => rmSync(index)]) {
      damage();
      expect((await workspace.call("report", [...only, "--output", "json"])).stdout).toBe(before);
    }
  });
});

test("--force runs and judges again what the flags select, and nothing else", async () => {
  const workspace = await judgedWorkspace();
  await workspace.call("eval");
  workspace.newRequests();
  await workspace.call("eval", ["--force", "--model", "beta", "--case", "two"]);
  expect(workspace.newRequests()).toEqual({ subject: 1, judges: 3 });
});
