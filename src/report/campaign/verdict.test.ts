import { describe, expect, test } from "vitest";
import { campaignResult, type JudgeScores, type PlannedModel } from "../../../test/support/campaign-result.ts";
import { DIMENSIONS, type TrialResult } from "../../records/index.ts";
import { type CampaignReport, composeCampaignReport } from "./campaign-report.ts";
import { renderCampaignText } from "./render-campaign.ts";
import { campaignVerdict } from "./verdict.ts";

/** Makes a model with one run per score, each by one judge. */
const model = (model_id: string, scores: (number | null)[]): PlannedModel => ({
  model_id,
  cases: Object.fromEntries(scores.map((score, at) => [`c${at}`, [score === null ? null : [[score]]]])),
});

function reportOf(models: PlannedModel[], passThreshold: number | null = null): CampaignReport {
  const result = campaignResult(models, { passThreshold });
  const trials = result.trials.map((trial) => ({
    ...trial,
    grounding: { ...trial.grounding, places: trial.case_id === "invented" ? { nowhere: 1 } : {} },
    dimensions: trial.score === null ? null : every(trial.score),
  }));
  return composeCampaignReport({ ...result, trials });
}

function every(score: number): TrialResult["dimensions"] {
  const entries = DIMENSIONS.map((dimension) => [dimension, { score, passed: null }]);
  return Object.fromEntries(entries) as TrialResult["dimensions"];
}

const verdictOf = (models: PlannedModel[], passThreshold: number | null = null) =>
  campaignVerdict(reportOf(models, passThreshold));

const EIGHT = [7, 8, 7, 8, 7, 8, 7, 8];
const lower = (by: number) => EIGHT.map((score, at) => score - by - (at % 3) / 10);

describe("the answer", () => {
  test("of two models is the sentence of their comparison", () => {
    const { answer, isDecided } = verdictOf([model("a", EIGHT), model("b", lower(3))]);
    expect(answer).toMatch(/^a is better than b by 3\.\d+, 95 % interval /);
    expect(isDecided).toBe(true);
  });

  test("names no winner where nothing shows one", () => {
    const { answer, isDecided } = verdictOf([model("a", EIGHT), model("b", EIGHT.toReversed())]);
    expect(answer).toMatch(/^No difference shown between/);
    expect(isDecided).toBe(false);
  });

  test("of many models says whom the best one beats", () => {
    const four = [model("b", lower(2)), model("a", EIGHT), model("c", lower(3)), model("d", lower(4))];
    expect(verdictOf(four).answer).toBe("a scores highest (7.50): it is better than b, c and d.");
  });

  test("of many models that are alike says so, and who scores highest", () => {
    const alike = ["a", "b", "c"].map((id, at) => model(id, at === 0 ? [7.1, ...EIGHT.slice(1)] : EIGHT));
    expect(verdictOf(alike)).toMatchObject({
      answer: "No difference shown between any two of 3 models; a scores highest (7.51).",
      isDecided: false,
    });
  });

  test("of one model is its score, with how many passed", () => {
    expect(verdictOf([model("a", EIGHT)], 7.5).answer).toMatch(
      /^a scores 7\.50 on 8 cases, 95 % interval .*; 4 of 8 trials passed\.$/,
    );
  });

  test("says that there is none where nothing was scored", () => {
    expect(verdictOf([{ model_id: "a", cases: { c0: [[[null]]] } }]).answer).toBe("No trial has a score.");
  });
});

describe("trials that need your eyes", () => {
  const judged = (judges: JudgeScores): PlannedModel[] => [
    { model_id: "a", cases: { c0: [judges], c1: [[[7], [7]]] } },
  ];

  test("are those whose judges disagree, and the next command shows the first", () => {
    const { eyes, next } = verdictOf(judged([[2], [9]]), 6);
    expect(eyes).toBe("1 trial needs your eyes: a/c0 (judges disagree).");
    expect(next).toBe("assay show a/c0");
  });

  test("are those that no judge scored, before the others", () => {
    const { eyes } = verdictOf(
      [{ model_id: "a", cases: { c0: [[[2], [9]]], c1: [[[null], [null]]], c2: [[[7], [7]]] } }],
      6,
    );
    expect(eyes).toBe("2 trials need your eyes: a/c1 (no score), a/c0 (judges disagree).");
  });

  test("are those whose verdicts quote what nobody wrote", () => {
    const { eyes } = verdictOf([{ model_id: "a", cases: { invented: [[[8]]], c1: [[[8]]] } }]);
    expect(eyes).toBe("1 trial needs your eyes: a/invented (a quote was not found).");
  });

  test("are counted where they are many", () => {
    const cases = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`c${at}`, [[[2], [9]]]]));
    expect(verdictOf([{ model_id: "a", cases }], 6).eyes).toMatch(/^7 trials need .* and 4 more\.$/);
  });

  test("are none where all is well; then the lowest score is shown next", () => {
    expect(verdictOf([model("a", [8, 3, 9])])).toMatchObject({ eyes: null, next: "assay show a/c1" });
  });

  test("name a repetition where it is not the first", () => {
    const { next } = verdictOf([{ model_id: "a", cases: { c0: [[[8]], [[2]]] } }]);
    expect(next).toBe("assay show a/c0/2");
  });
});

test("the report begins with the verdict and ends with it and the next command", () => {
  const report = reportOf([model("a", EIGHT), model("b", lower(3))]);
  const { answer, next } = campaignVerdict(report);
  const text = renderCampaignText(report);
  expect(text.startsWith(`${answer}\n\nsuite × run`)).toBe(true);
  expect(text.endsWith(`${answer}\nNext: ${next}`)).toBe(true);
});

test("whatever a model is called, the next command is one word for a shell", () => {
  expect(verdictOf([model("a; rm -rf /", [1])]).next).toBe("assay show 'a; rm -rf //c0'");
});
