import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../statistics/index.ts";
import { OTHER_ITEMS } from "../sampling/sample.ts";
import type { BatchResult } from "../scoring/result.ts";
import { type BatchComparison, compareResults } from "./compare.ts";

type Row = [id: string | number, score: number | null, stratum?: string];

interface Words {
  minimum?: number;
  direction?: "maximize" | "minimize";
  /** Number of items in each stratum; as many as were sampled if omitted. */
  populations?: Record<string, number>;
}

/** A result with these items, measured like all others in this file. */
function resultOf(rows: Row[], { minimum = 0.3, direction = "maximize", populations = {} }: Words = {}): BatchResult {
  const items = rows.map(([item_id, score, stratum = OTHER_ITEMS]) => ({ item_id, score, stratum }));
  const strata = [...new Set(items.map(({ stratum }) => stratum))].map((stratum) => {
    const sampled = items.filter((item) => item.stratum === stratum).length;
    return { stratum, sampled, wanted: sampled, population: populations[stratum] ?? sampled };
  });
  const unscored = items.filter(({ score }) => score === null).length;
  return {
    name: "experiment",
    measuring: { rubric: "r", decision: String(minimum) },
    scoring: { primary: "score", direction, minimum_improvement: minimum },
    sample: { population: strata.reduce((sum, { population }) => sum + population, 0), strata },
    scores: { unscored, ambiguous: { kind: "undefined", reason: "" } },
    singletons: null,
    stopped: null,
    items,
  } as unknown as BatchResult;
}

const scores = (values: (number | null)[], prefix = "i"): Row[] =>
  values.map((value, index) => [`${prefix}${index}`, value]);

function compared(base: Row[], candidate: Row[], words: Words = {}): BatchComparison {
  const outcome = compareResults(resultOf(base, words), resultOf(candidate, words));
  if (!outcome.ok) throw new Error(outcome.reasons.join());
  return outcome.comparison;
}

describe("few items", () => {
  test.each([2, 3, 4, 5])("%i items decide nothing, however much better they are", (count) => {
    const base = Array.from({ length: count }, () => 1);
    const candidate = base.map((_, index) => (index === 0 ? 4 : 5));
    expect(compared(scores(base), scores(candidate))).toMatchObject({
      decision: "inconclusive",
      reason: expect.stringContaining("the least is 6"),
      items_needed: 7,
    });
  });

  test("six that all improve alike decide", () => {
    expect(compared(scores([1, 1, 1, 1, 1, 1]), scores([3, 3, 3, 3, 3, 3]))).toMatchObject({
      decision: "keep",
      interval: { kind: "undefined", reason: "the difference is the same in all 6 cases" },
      reason: "improvement +2.00, without any spread between the items of a bucket, reaches the minimum of 0.3",
    });
    const [six, worse, little] = [1, 0, 1.2].map((score) => scores(Array.from({ length: 6 }, () => score)));
    expect(compared(six!, worse!)).toMatchObject({
      decision: "revert",
      reason: expect.stringContaining("it got worse"),
    });
    expect(compared(six!, little!)).toMatchObject({
      decision: "revert",
      reason: expect.stringContaining("stays below"),
    });
  });

  test("three a side that nothing pairs decide nothing, four that are clearly apart do", () => {
    expect(compared(scores([1, 1, 2]), scores([5, 5, 4], "other"))).toMatchObject({
      decision: "inconclusive",
      method: "unpaired",
    });
    expect(compared(scores([1, 1, 1, 1]), scores([5, 5, 5, 5], "other")).decision).toBe("keep");
  });

  test("one scored item on a side is a comparison without a decision", () => {
    expect(compared(scores([3, null]), scores([5, 4]))).toMatchObject({ decision: "inconclusive", items_needed: null });
  });
});

describe("no difference", () => {
  const same = scores([1, 2, 3, 4, 5, 3, 2]);

  test("the same scores are reverted, also when nothing is asked of an improvement", () => {
    expect(compared(same, same).decision).toBe("revert");
    expect(compared(same, same, { minimum: 0 })).toMatchObject({
      decision: "revert",
      reason: "every compared item has the score it had before",
    });
  });

  test("and where less is better", () => {
    expect(compared(same, same, { minimum: 0, direction: "minimize" }).decision).toBe("revert");
  });
});

describe("stratified samples", () => {
  /** Ten rare and ten common items were sampled, of 10 and 990: the common ones matter. */
  const populations = { rare: 10, common: 990 };
  const stratified = (rare: number[], common: number[]): Row[] => [
    ...rare.map((value, index): Row => [`rare${index}`, value, "rare"]),
    ...common.map((value, index): Row => [`common${index}`, value, "common"]),
  ];
  const noise = [3, 2, 3, 4, 3, 3, 2, 3, 4, 3];
  const shift = (by: number) => noise.map((value, index) => value + by + (index % 2 === 0 ? 0.1 : -0.1));

  test("a gain among the rare does not outweigh a loss among the common", () => {
    const comparison = compared(stratified(noise, noise), stratified(shift(2), shift(-0.5)), { populations });
    expect(comparison.improvement).toBeCloseTo(0.01 * 2 + 0.99 * -0.5, 10);
    expect(comparison.decision).toBe("revert");
    expect(comparison.candidate.mean - comparison.base.mean).toBeCloseTo(comparison.improvement, 10);
  });

  test("an item that changed its bucket stands for as many as could have been drawn twice", () => {
    // One of 10 rare items has become common, where 11 of 991 are drawn: it represents 90 others that were not drawn twice.
    const base = stratified(noise, noise);
    const candidate = base.map(
      ([id, score, stratum]): Row => (id === "rare0" ? [id, score! + 10, "common"] : [id, score, stratum]),
    );
    const first = resultOf(base, { populations });
    const second = resultOf(candidate, { populations: { rare: 9, common: 991 } });
    const outcome = compareResults(first, second);
    const weight = 991 / 11;
    expect(outcome).toMatchObject({
      comparison: { improvement: expect.closeTo((weight * 10) / (weight + 9 + 990), 8) },
    });
  });

  test("unpaired samples are weighted too", () => {
    const other = stratified(shift(2), shift(0)).map(([id, score, stratum]): Row => [`other-${id}`, score, stratum]);
    const comparison = compared(stratified(noise, noise), other, { populations });
    expect(comparison).toMatchObject({ method: "unpaired", improvement: expect.closeTo(0.02, 10) });
  });

  test("a bucket nobody could compare is named", () => {
    const base = [...scores([1, 2, 3, 4, 5, 3, 2]), ["x", null, "rare"] as Row];
    expect(compared(base, base).warnings).toContain("no item of rare could be compared");
  });
});

describe("what could not be judged", () => {
  const base = [2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3];
  const better = (unscored: number) =>
    base.map((value, index) => (index < unscored ? null : value + 2 - (index % 3) / 10));

  test("is left out while it is little", () => {
    expect(compared(scores(base), scores(better(2)))).toMatchObject({ decision: "keep", shared_items: 18 });
  });

  test.each([3, 9])("is no way to a better mean: %i of 20 keep nothing", (unscored) => {
    expect(compared(scores(base), scores(better(unscored)))).toMatchObject({
      decision: "inconclusive",
      reason: expect.stringContaining(`${unscored * 5} % of the candidate's have no valid verdict`),
      items_needed: null,
    });
  });

  test("saves no loss", () => {
    const worse = base.map((value, index) => (index < 5 ? null : value - 1 - (index % 3) / 10));
    expect(compared(scores(base), scores(worse)).decision).toBe("revert");
  });
});

test("where half of the sample is shared, twice the sample is needed", () => {
  const values = [1, 3, 2, 5, 4, 2, 3, 1, 5, 2];
  const others = [2, 4, 4, 4, 4, 3, 3, 2, 5, 1];
  const alone = (prefix: string) => scores(values, prefix);
  const whole = compared(scores(values), scores(others));
  const half = compared([...scores(values), ...alone("base")], [...scores(others), ...alone("candidate")]);
  expect(whole).toMatchObject({ decision: "inconclusive", shared_items: 10 });
  expect(half).toMatchObject({ method: "paired", shared_items: 10, improvement: whole.improvement });
  expect(half.items_needed).toBe(whole.items_needed! * 2);
});

test("a lowered minimum_improvement is refused like any other moved ruler", () => {
  const rows = scores([1, 2, 3, 4, 5, 3]);
  expect(compareResults(resultOf(rows), resultOf(rows, { minimum: 0.1 }))).toEqual({
    ok: false,
    reasons: ["minimum_improvement differs"],
  });
});

test("a change that does nothing is kept less than once in twenty times, on small samples of whole scores", () => {
  const random = seededRandom(1);
  const noisy = () => scores(Array.from({ length: 8 }, () => 1 + random.below(5)));
  const kept = Array.from({ length: 600 }, () => compared(noisy(), noisy(), { minimum: 0 })).filter(
    ({ decision }) => decision === "keep",
  );
  expect(kept.length).toBeLessThan(600 * 0.05);
});
