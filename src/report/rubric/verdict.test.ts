import { expect, test } from "vitest";
import type { rubric } from "../../judging/index.ts";
import { type ClusteredMean, clusteredMean, pairedDifference } from "../../statistics/index.ts";
import { briefSummary } from "./brief-summary.ts";
import { rubricVerdict } from "./verdict.ts";

const SCALE = { low: 0, high: 4 };
const GROUP = { model: "m", eval_set_variant: "core", dimension: "total" };

function summaryOf(first: number[], second: number[] | null, p: number | null): rubric.RubricSummary {
  const side = (scores: number[]) => new Map(scores.map((score, index) => [`q${index}`, [score]]));
  const meanOf = (scores: number[]) =>
    clusteredMean(
      scores.map((score) => [score]),
      { scale: SCALE },
    ) as ClusteredMean;
  const difference = second && pairedDifference(side(first), side(second), { scale: SCALE });
  return {
    samples: first.length,
    judgements: { verdicts: first.length, invalid: 0, unanswered: 0 },
    self_judged: 0,
    self_naming: null,
    broken_answers: { count: 0, first: [] },
    means: [
      { ...GROUP, prompt_variant: "a", mean: meanOf(first) },
      ...(second ? [{ ...GROUP, prompt_variant: "b", mean: meanOf(second) }] : []),
    ],
    differences: difference ? [{ ...GROUP, first: "a", second: "b", difference, p_adjusted: p }] : [],
  } as unknown as rubric.RubricSummary;
}

const LOW = [1, 1.2, 1.1, 1.3, 1, 1.2, 1.1, 1.3];
const HIGH = [3, 3.4, 3.1, 3.3, 3.2, 3.4, 3.1, 3.5];

test("names the variant that is better, whichever comes second", () => {
  const [up] = rubricVerdict(summaryOf(LOW, HIGH, 0.01), "total");
  expect(up).toEqual({
    sentence: expect.stringMatching(
      /^m, core: b is better than a in total by 2\.\d\d, 95 % interval 2\.\d\d to 2\.\d\d/,
    ),
    isDecided: true,
  });
  const [down] = rubricVerdict(summaryOf(HIGH, LOW, 0.01), "total");
  expect(down!.sentence).toMatch(/^m, core: a is better than b in total by 2\.\d\d, 95 % interval 2\.\d\d to 2\.\d\d/);
});

test.each([
  ["the corrected test does not show it", HIGH, 0.2],
  ["the interval holds zero", LOW.toReversed(), 0.01],
])("names nobody where %s", (_, second, p) => {
  expect(rubricVerdict(summaryOf(LOW, second, p), "total")).toEqual([
    { sentence: "No difference in total shown between variants (1 comparison).", isDecided: false },
  ]);
});

test("with one variant alone, says what it scores", () => {
  const [only] = rubricVerdict(summaryOf(HIGH, null, null), "total");
  expect(only!.sentence).toMatch(/^m a scores 3\.25 in total on 8 questions, 95 % interval /);
});

test("a judging begins and ends with it", () => {
  const text = briefSummary({ folder: "outputs/rubric/x", summary: summaryOf(LOW, HIGH, 0.01) });
  const [first] = text.split("\n");
  expect(first).toContain("b is better than a");
  expect(text.endsWith(first!)).toBe(true);
});
