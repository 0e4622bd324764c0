import { expect, test } from "vitest";
import type { batch } from "../../judging/index.ts";
import { clusteredMean, pairedDifference } from "../../statistics/index.ts";
import { batchComparisonMarkdown } from "./comparison-markdown.ts";
import { batchComparisonText } from "./comparison-text.ts";
import { batchResultMarkdown } from "./result-markdown.ts";
import { batchResultText } from "./result-text.ts";

const scoresOf = (count: number) => Array.from({ length: count }, (_, index) => [1 + (index % 4)]);

function resultOf(count: number): batch.BatchResult {
  const mean = clusteredMean(scoresOf(count), { scale: { low: 1, high: 5 } });
  const rate = { kind: "undefined", reason: "there are no trials" };
  return {
    name: "x",
    title: null,
    scoring: { primary: "score", direction: "maximize" },
    sample: { sampled: count, population: 100, seed: 1 },
    scores: {
      scored: count,
      unscored: 0,
      mean,
      weighted_mean: null,
      mean_without_ambiguous: mean,
      weighted_mean_without_ambiguous: null,
      ambiguous: rate,
      agreement: rate,
      distribution: [],
      per_stratum: [],
      secondary: {},
    },
    singletons: null,
    judges: [],
    cost: {
      new_calls: 0,
      new_cost_usd: 0,
      reused_calls: 0,
      reused_cost_usd: 0,
      unpriced_calls: 0,
      max_total_cost_usd: 1,
    },
    warnings: [],
    stopped: null,
  } as unknown as batch.BatchResult;
}

test.each([
  ["text", batchResultText],
  ["Markdown", batchResultMarkdown],
])("a measured experiment as %s marks the interval of few items and explains the mark once", (_, write) => {
  const few = write(resultOf(8));
  expect(few).toMatch(/score: 2\.50 \(95 % interval 1\.\d\d to 3\.\d\d, rough\)/);
  expect(few.match(/Rough: with fewer than 14 values/g)).toHaveLength(1);
  expect(write(resultOf(16))).not.toMatch(/rough/i);
});

function comparisonOf(differences: number[]): batch.BatchComparison {
  const side = (values: number[]) => new Map(values.map((value, index) => [`i${index}`, [value]]));
  const found = pairedDifference(side(differences.map(() => 2)), side(differences.map((by) => 2 + by)));
  if (found.kind === "undefined") throw new Error(found.reason);
  const experiment = {
    name: "x",
    mean: 2,
    population: 100,
    unscored: 0,
    ambiguous_share: null,
    false_negative_share: null,
  };
  return {
    decision: "keep",
    reason: "it is better",
    base: experiment,
    candidate: experiment,
    method: "paired",
    shared_items: differences.length,
    improvement: found.difference,
    interval: found.interval,
    items_needed: null,
    warnings: [],
  } as unknown as batch.BatchComparison;
}

test.each([
  ["text", batchComparisonText],
  ["Markdown", batchComparisonMarkdown],
])("a decision as %s marks a rough interval, and says why there is none where all items changed alike", (_, write) => {
  const few = write(comparisonOf([1, 2, 1, 2, 1, 3, 1, 2]));
  expect(few).toMatch(
    /improvement 1\.63 \(95 % interval 1\.\d\d to 2\.\d\d, rough\)\.\nRough: with fewer than 14 values/,
  );
  const alike = write(comparisonOf([1, 1, 1, 1, 1, 1, 1, 1]));
  expect(alike).toContain("improvement 1.00 (no interval, because the difference is the same in all 8 cases).");
  expect(alike).not.toMatch(/rough/i);
});

test("what a terminal shows holds no Markdown, and begins and ends with what was measured or decided", () => {
  const measured = batchResultText(resultOf(8));
  const decided = batchComparisonText(comparisonOf([1, 2, 1, 2, 1, 3, 1, 2]));
  for (const text of [measured, decided]) expect(text).not.toMatch(/^#|\*\*|^\||\\/m);
  expect(measured.split("\n")[1]).toBe(measured.split("\n").at(-1));
  expect(decided.split("\n")[0]).toBe("keep: it is better.");
  expect(decided.split("\n").at(-1)).toBe("keep: it is better.");
});
