import { expect, test } from "vitest";
import { aggregateCards, aggregateScores, cardOf, perDimension, type ScoreCard } from "./aggregate.ts";

const card = (overall: number, dimension = overall): ScoreCard => ({
  overall,
  dimensions: perDimension(() => dimension),
});

test("median of an even number of scores lies between the two in the middle", () => {
  expect(aggregateScores([9, 1, 4, 6], { method: "median", pass_threshold: null })).toEqual({ score: 5, passed: null });
});

test("one outlier moves the mean and not the median", () => {
  expect(aggregateScores([8, 8, 2], { method: "mean", pass_threshold: 7 })).toEqual({ score: 6, passed: false });
  expect(aggregateScores([8, 8, 2], { method: "median", pass_threshold: 7 })).toEqual({ score: 8, passed: true });
});

test("a score that equals the threshold passes", () => {
  for (const method of ["median", "mean", "majority_vote", "all_pass"] as const)
    expect(aggregateScores([7], { method, pass_threshold: 7 })).toEqual({ score: 7, passed: true });
});

test("a majority passes with the median of those that passed", () => {
  expect(aggregateScores([9, 2, 7], { method: "majority_vote", pass_threshold: 6 })).toEqual({
    score: 8,
    passed: true,
  });
});

test("half is no majority, and the score is the median of those that failed", () => {
  expect(aggregateScores([9, 9, 1, 3], { method: "majority_vote", pass_threshold: 6 })).toEqual({
    score: 2,
    passed: false,
  });
});

test("all_pass takes the lowest score and fails with it", () => {
  expect(aggregateScores([9, 5.9, 10], { method: "all_pass", pass_threshold: 6 })).toEqual({
    score: 5.9,
    passed: false,
  });
});

test("each dimension is aggregated on its own", () => {
  const low = { ...card(8), dimensions: { ...card(8).dimensions, spark: 1 } };
  const aggregated = aggregateCards([card(8), low, low], { method: "median", pass_threshold: 5 });
  expect(aggregated?.dimensions.spark).toEqual({ score: 1, passed: false });
  expect(aggregated?.dimensions.task).toEqual({ score: 8, passed: true });
  expect(cardOf(aggregated!).dimensions.spark).toBe(1);
});

test("no verdicts give no score, not 0", () => {
  expect(aggregateCards([], { method: "mean", pass_threshold: 0 })).toBeNull();
});

test("equal scores reach a threshold that is equal to them, however many they are", () => {
  const scores = Array.from({ length: 14 }, () => 9.3);
  expect(aggregateScores(scores, { method: "mean", pass_threshold: 9.3 })).toEqual({ score: 9.3, passed: true });
});
