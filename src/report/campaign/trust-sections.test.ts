import { expect, test } from "vitest";
import { campaignResult } from "../../../test/support/campaign-result.ts";
import { DIMENSIONS, type TrialResult } from "../../records/index.ts";
import { composeCampaignReport } from "./campaign-report.ts";
import { renderCampaignMarkdown, renderCampaignText } from "./render-campaign.ts";

function campaign() {
  const result = campaignResult([
    { model_id: "alpha", cases: { one: [[[9]], [[7]]], two: [[[4]]] } },
    { model_id: "beta", cases: { one: [[[6]]], two: [[[6]]] } },
  ]);
  for (const trial of result.trials) {
    const scores = DIMENSIONS.map((dimension) => [dimension, { score: trial.score, passed: null }]);
    trial.dimensions = Object.fromEntries(scores) as TrialResult["dimensions"];
  }
  return result;
}

test("trials that name their own model are counted, with each model's score with and without them", () => {
  const result = campaign();
  result.trials[0]!.names_itself = true;
  const report = composeCampaignReport(result);
  expect(report.self_naming).toEqual({
    trials: 1,
    models: [
      { model_id: "alpha", label: "alpha", trials: 3, named: 1, score: 6, score_without: 5.5 },
      { model_id: "beta", label: "beta", trials: 2, named: 0, score: 6, score_without: 6 },
    ],
  });
  expect(renderCampaignText(report)).toMatch(/alpha +3 +1 +6\.0 +5\.5 +−0\.5/);
  expect(renderCampaignMarkdown(report)).toContain("1 of 5 trials names its own model.");
});

test("a model whose every trial names itself has no score without them", () => {
  const result = campaign();
  for (const trial of result.trials) trial.names_itself = trial.model_id === "beta";
  expect(composeCampaignReport(result).self_naming?.models[1]).toMatchObject({
    named: 2,
    score: 6,
    score_without: null,
  });
});

test("where no trial names itself, nothing is said about it", () => {
  const report = composeCampaignReport(campaign());
  expect(report.self_naming).toBeNull();
  expect(renderCampaignText(report)).not.toContain("own model");
});

test("an answer that was asked again is named with its judge, trial and what was wrong, once for all trials that share its call", () => {
  const result = campaign();
  const violations = [{ rule: "missing_dimension", path: "dimensions.spark", message: "is missing" }];
  const [first, second] = result.trials.map(({ judge_runs }) => judge_runs[0]!.iterations[0]!);
  first!.broken_answers = [{ attempt: 1, violations }];
  second!.broken_answers = [{ attempt: 1, violations }];
  second!.call_id = first!.call_id;
  const report = composeCampaignReport(result);
  expect(report.broken_answers).toEqual([
    {
      judge_run_id: "judge_1",
      model_id: "alpha",
      case_id: "one",
      repetition: 1,
      judge_repetition: 1,
      attempt: 1,
      became: "verdict",
      violations,
    },
  ]);
  expect(renderCampaignText(report)).toMatch(
    /judge_1 +alpha\/one #1 +1 +1 +dimensions\.spark: is missing +asked again, valid/,
  );
  expect(renderCampaignText(report)).toContain("judge_1: 1 answer broke the contract; every call then gave a verdict.");
});

test("evaluations that were stored before answers were named are read as they are", () => {
  const result = campaign();
  for (const { judge_runs } of result.trials)
    for (const { iterations } of judge_runs)
      for (const iteration of iterations) delete (iteration as { broken_answers?: unknown }).broken_answers;
  expect(composeCampaignReport(result).broken_answers).toEqual([]);
});
