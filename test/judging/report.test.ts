import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgedWorkspace, verdict } from "./judged-workspace.ts";

const JSON_OUTPUT = ["--output", "json"];

test("a report calls nobody, needs no key and shows what eval showed", async () => {
  const workspace = await judgedWorkspace();
  const judged = JSON.parse((await workspace.call("eval", JSON_OUTPUT)).stdout);
  workspace.newRequests();
  const { stdout, code } = await workspace.call("report", JSON_OUTPUT, { env: { OPENROUTER_API_KEY: "" } });
  expect(code).toBe(0);
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
  const reported = JSON.parse(stdout);
  expect(reported.kind).toBe("campaign_report");
  expect(reported.schema_version).toBe(1);
  expect(reported.model_summaries).toEqual(judged.model_summaries);
});

test("a report says what was never run, what is not judged, and what has changed since", async () => {
  const workspace = await judgedWorkspace();
  const reasons = async () => {
    const { stdout } = await workspace.call("report", [...JSON_OUTPUT, "--model", "alpha", "--case", "one"]);
    const [{ state, reason }] = JSON.parse(stdout).trials;
    return `${state}: ${reason}`;
  };
  expect(await reasons()).toContain("not_run: not run yet");
  await workspace.call("eval");
  workspace.edit("configs/cases/one/test.yaml", (text) => text.replace("Answers 4.", "Answers four."));
  expect(await reasons()).toContain("not_judged: stale: the run or the case has changed since it was judged");
  workspace.edit("configs/cases/one/test.yaml", (text) => text.replace("Answers four.", "Answers 4."));
  expect(await reasons()).toBe("scored: null");
  workspace.edit("configs/evaluation_profiles/e.yaml", (text) => `${text}judge_system_prompt: Other words.\n`);
  expect(await reasons()).toContain("not_judged: stale: the judges or their prompts have changed");
  workspace.edit("configs/cases/one/test.yaml", (text) => text.replace("What is 2 + 2?", "What is 3 + 1?"));
  expect(await reasons()).toContain("not_run: stale: changed: messages");
  workspace.newRequests();
});

test("repetitions are folded into one line per model, with their spread", async () => {
  let attempts = 0;
  const workspace = await judgedWorkspace({
    subject: () => `Attempt ${attempts++}: 4.`,
    judge: ({ body }) => verdict(/Attempt [02468]\b/.test(body.messages[1].content) ? 6 : 8),
  });
  workspace.edit("configs/run_profiles/p.yaml", (text) =>
    text.replace("max_concurrency: 4", "max_concurrency: 1, run_repetitions: 2"),
  );
  const { stdout } = await workspace.call("eval", ["--model", "alpha"]);
  expect(stdout).toMatch(/model +score +± cases +± repetitions/);
  expect(stdout).toMatch(/alpha +7\.0 +0\.0 +1\.4/);
  expect(stdout).toMatch(/one +7\.0 ±1\.4/);
});

test("text, Markdown and JSON all name the score, the reason and the cost", async () => {
  const workspace = await judgedWorkspace();
  const text = (await workspace.call("eval")).stdout;
  expect(text).toContain("New spend: runs $0.0040, judging $0.012 (12 judge calls)");
  expect(text).toContain("Worth 8.");
  const markdown = (await workspace.call("report", ["--output", "markdown"])).stdout;
  expect(markdown).toContain("| model | score |");
  expect(markdown).toContain("Reused, not paid again: runs $0.0040, judging $0.012 (12 judge calls)");
});

test("a missed --fail-under or pass_threshold ends with 1 and says which", async () => {
  const workspace = await judgedWorkspace();
  expect((await workspace.call("eval", ["--fail-under", "8"])).code).toBe(0);
  const missed = await workspace.call("report", ["--fail-under", "8.5"]);
  expect(missed.code).toBe(1);
  expect(missed.stderr).toContain("alpha scores 8.00, --fail-under is 8.5");
  workspace.edit("configs/evaluation_profiles/e.yaml", (text) =>
    text.replace("method: median", "method: median, pass_threshold: 9"),
  );
  expect((await workspace.call("report")).code).toBe(1);
  const wrong = await workspace.call("report", ["--fail-under", "80"]);
  expect(wrong.code).toBe(2);
});

test("equal scores do not miss a --fail-under that is equal to them", async () => {
  const workspace = await judgedWorkspace({ judge: () => verdict(9.3) });
  workspace.edit("configs/run_profiles/p.yaml", (text) =>
    text.replace("max_concurrency: 4", "max_concurrency: 4, run_repetitions: 7"),
  );
  expect((await workspace.call("eval", ["--fail-under", "9.3"])).code).toBe(0);
});

test("the chart lies beside the evaluations, elsewhere, or nowhere, as one wishes", async () => {
  const workspace = await judgedWorkspace();
  await workspace.call("eval", ["--no-chart"]);
  expect(() => workspace.find("score_cost.svg")).toThrow();
  await workspace.call("eval");
  expect(workspace.read(workspace.find("score_cost.svg"))).toContain("<svg");
  await workspace.call("report", ["--chart", "mine.png", "--chart-footnote", "Prices of May"]);
  expect(existsSync(join(workspace.root, "mine.png"))).toBe(true);
  expect(workspace.read("mine.svg")).toContain("Prices of May");
});

describe("a run of some trials", () => {
  const SOME = [
    ["--case", "one"],
    ["--model", "alpha"],
    ["--only", "failed"],
  ];

  test.each(SOME)("leaves the campaign's chart as it is: %s %s", async (...chosen) => {
    const workspace = await judgedWorkspace({ judge: () => verdict(3) });
    await workspace.call("eval");
    const chart = workspace.find("score_cost.svg");
    writeFileSync(join(workspace.root, chart), "the campaign's");
    const { stderr } = await workspace.call("eval", chosen);
    expect(workspace.read(chart)).toBe("the campaign's");
    expect(stderr).not.toContain("Chart:");
  });

  test("draws a chart of its own where a path is given", async () => {
    const workspace = await judgedWorkspace();
    await workspace.call("eval", ["--case", "one", "--chart", "some"]);
    expect(workspace.read("some.svg")).toContain("<svg");
    expect(() => workspace.find("score_cost.svg")).toThrow();
  });

  test.each([
    ["--chart", "--case", "one"],
    ["--case", "one", "--chart-footnote", "Prices of May"],
  ])("is refused the campaign's chart before anything is run: %s %s %s", async (...words) => {
    const workspace = await judgedWorkspace();
    const { code, stderr } = await workspace.call("eval", words);
    expect(code).toBe(2);
    expect(stderr).toContain("for a chart of some, give --chart a path");
    expect(existsSync(join(workspace.root, "outputs"))).toBe(false);
  });
});

test("a profile without judges only makes the checks", async () => {
  const workspace = await judgedWorkspace();
  workspace.edit(
    "configs/evaluation_profiles/e.yaml",
    () => "schema_version: 1\nevaluation_profile_id: e\ntitle: Checks\n",
  );
  const { stdout, code } = await workspace.call("eval", JSON_OUTPUT);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).trials[0]).toMatchObject({
    state: "checked",
    passed: true,
    checks: { passed: 1, total: 1 },
  });
  expect(workspace.newRequests().judges).toBe(0);
});
