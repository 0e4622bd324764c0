import { expect, test } from "vitest";
import type { rubric } from "../../judging/index.ts";
import { type ClusteredMean, clusteredMean, pairedDifference } from "../../statistics/index.ts";
import { briefSummary } from "./brief-summary.ts";

const SCALE = { low: 0, high: 4 };

/** Makes two variants with these scores, one question each. */
function summaryOf(first: number[], second: number[]): rubric.RubricSummary {
  const side = (scores: number[]) => new Map(scores.map((score, index) => [`q${index}`, [score]]));
  const meanOf = (scores: number[]) =>
    clusteredMean(
      scores.map((score) => [score]),
      { scale: SCALE },
    ) as ClusteredMean;
  const group = { model: "m", eval_set_variant: "core", dimension: "clear" };
  return {
    samples: 4,
    judgements: { verdicts: 4, invalid: 0, unanswered: 0 },
    self_judged: 0,
    self_naming: null,
    broken_answers: { count: 0, first: [] },
    means: [
      { ...group, prompt_variant: "a", mean: meanOf(first) },
      { ...group, prompt_variant: "b", mean: meanOf(second) },
    ],
    differences: [
      {
        ...group,
        first: "a",
        second: "b",
        difference: pairedDifference(side(first), side(second), { scale: SCALE }),
        p_adjusted: 1,
      },
    ],
  } as unknown as rubric.RubricSummary;
}

const textOf = (first: number[], second: number[]) =>
  briefSummary({ folder: "outputs/rubric/x", summary: summaryOf(first, second) });

test("an interval that is not there says why, and none has width zero", () => {
  const text = textOf([2, 2], [3, 3]);
  expect(text).toMatch(/a +core +2\.00 +no interval: all cases have the same score/);
  expect(text).toMatch(/a → b +core +\+1\.00 +no interval: the difference is the same in all 2 cases/);
  expect(text).not.toMatch(/\[/);
});

test("an interval of few questions is marked, stays on the scale, and the mark is explained", () => {
  const text = textOf([0, 4], [4, 3]);
  expect(text).toMatch(/a +core +2\.00 +\[0\.00, 4\.00\], rough/);
  expect(text).toMatch(/a → b +core +\+1\.50 +\[-4\.00, 4\.00\], rough/);
  expect(text).toContain("\nRough: with fewer than 14 values");
  expect(text).toMatch(/\n\nSummary: outputs\/rubric\/x\/summary\.md\nTables: /);
});

test("one of fourteen questions is not", () => {
  const many = Array.from({ length: 14 }, (_, index) => index % 4);
  expect(textOf(many, many.toReversed())).not.toMatch(/rough/i);
});
