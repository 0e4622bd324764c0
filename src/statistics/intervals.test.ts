import { describe, expect, test } from "vitest";
import { bootstrapMean, clusterBootstrap } from "./bootstrap.ts";
import { clusteredMean } from "./clustered-mean.ts";
import { median } from "./mean.ts";
import { wilsonInterval } from "./wilson.ts";

describe("Wilson's interval", () => {
  test.each([
    // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%d of %d is %d to %d", (successes, trials, low, high) => {
    const result = wilsonInterval(successes, trials);
    if (result.kind !== "proportion") throw new Error(result.reason);
    expect(result.interval.low).toBeCloseTo(low, 4);
    expect(result.interval.high).toBeCloseTo(high, 4);
  });

  test("all of n ends exactly at 1, and no trials give no interval", () => {
    expect(wilsonInterval(7, 7)).toMatchObject({ share: 1, interval: { high: 1 } });
    expect(wilsonInterval(0, 0)).toEqual({ kind: "undefined", reason: "there are no trials" });
  });
});

describe("mean clustered by case", () => {
  test("runs of a case are folded before cases are counted", () => {
    // Case means 2, 4, 6: mean 4, standard error 2/√3, t with two degrees of freedom.
    const result = clusteredMean([
      [1, 3],
      [4, 4],
      [5, 7],
    ]);
    if (result.kind !== "mean" || typeof result.standard_error !== "number" || result.interval.kind !== "interval")
      throw new Error("expected an interval");
    expect(result).toMatchObject({ mean: 4, cases: 3, scores: 6 });
    expect(result.standard_error).toBeCloseTo(2 / Math.sqrt(3), 14);
    expect(result.interval.high).toBeCloseTo(4 + 4.30265272974946 * (2 / Math.sqrt(3)), 10);
  });

  test("a case with fewer runs counts as much as the others", () => {
    expect(clusteredMean([[0, 0, 0, 0], [10]])).toMatchObject({ mean: 5, scores: 5 });
  });

  test("a case without a score is left out, not counted as zero", () => {
    expect(clusteredMean([[8], [], [6]])).toMatchObject({ mean: 7, cases: 2 });
  });

  test.each([
    ["no scores", [[], []], { kind: "undefined", reason: "no case has a score" }],
    ["one case", [[3, 5]], { mean: 4, interval: { kind: "undefined", reason: "there is only one case" } }],
    [
      "equal cases",
      [[0.1, 0.1, 0.1], [0.1]],
      { mean: 0.1, standard_error: 0, interval: { kind: "undefined", reason: "all cases have the same score" } },
    ],
  ])("%s: words in place of an interval", (_, cases, expected) => {
    expect(clusteredMean(cases)).toMatchObject(expected);
  });
});

describe("cluster bootstrap", () => {
  const cases = [[4], [6, 7], [9], [2, 3], [5], [8], [7], [6]];

  test("the same seed gives the same digits", () => {
    expect(bootstrapMean(cases, { seed: 5 })).toEqual(bootstrapMean(cases, { seed: 5 }));
    expect(bootstrapMean(cases, { seed: 5 })).not.toEqual(bootstrapMean(cases, { seed: 6 }));
  });

  test.each(["percentile", "bca"] as const)("for a mean, %s comes near the t interval", (method) => {
    const bootstrap = bootstrapMean(cases, { method });
    const classic = clusteredMean(cases);
    if (bootstrap.kind !== "bootstrap" || classic.kind !== "mean" || classic.interval.kind !== "interval")
      throw new Error("expected intervals");
    expect(bootstrap.estimate).toBe(classic.mean);
    expect(Math.abs(bootstrap.interval.low - classic.interval.low)).toBeLessThan(0.35);
    expect(Math.abs(bootstrap.interval.high - classic.interval.high)).toBeLessThan(0.35);
  });

  test("bca leans towards the long tail of a skewed sample", () => {
    const skewed = [1, 1, 1, 2, 2, 2, 3, 3, 5, 9, 20].map((score) => [score]);
    const percentile = bootstrapMean(skewed, { method: "percentile" });
    const bca = bootstrapMean(skewed, { method: "bca" });
    if (percentile.kind !== "bootstrap" || bca.kind !== "bootstrap") throw new Error("expected intervals");
    expect(bca.interval.high).toBeGreaterThan(percentile.interval.high + 0.5);
    expect(bca.interval.low).toBeGreaterThan(percentile.interval.low);
  });

  test("any statistic can be drawn, such as the median over cases", () => {
    const result = clusterBootstrap([1, 2, 3, 4, 5, 6, 7], median, { draws: 500 });
    expect(result).toMatchObject({ kind: "bootstrap", estimate: 4, cases: 7, draws: 500 });
  });

  test.each([
    ["no cases", [], "there are no cases"],
    ["one case", [[5]], "there is only one case"],
    ["equal cases", [[5], [5], [5]], "all redrawn samples give the same figure"],
  ])("%s: words in place of an interval", (_, scores, reason) => {
    expect(bootstrapMean(scores)).toEqual({ kind: "undefined", reason });
  });

  test("a statistic that is not always defined is reported, not averaged over NaN", () => {
    const ratio = (values: readonly number[]) => 1 / values.reduce((sum, value) => sum + value, 0);
    expect(clusterBootstrap([0, 0, 1], ratio).kind).toBe("undefined");
  });
});

describe("intervals of skewed scores", () => {
  const skewed = [9, 9, 10, 9, 8, 9, 10, 9, 9, 10, 9, 8, 9, 9, 2];

  test("reach further on the side of the long tail than the t interval, and less far on the other", () => {
    const result = clusteredMean(skewed.map((score) => [score]));
    if (result.kind !== "mean" || typeof result.standard_error !== "number" || result.interval.kind !== "interval")
      throw new Error("expected an interval");
    const half = 2.1447866879 * result.standard_error;
    expect(result.interval.low).toBeLessThan(result.mean - half - 0.3);
    expect(result.interval.high).toBeLessThan(result.mean + half - 0.1);
    expect(result.interval.high).toBeGreaterThan(result.mean);
  });

  test("are mirror images for mirrored scores", () => {
    const [one, other] = [skewed, skewed.map((score) => 10 - score)].map((scores) => {
      const result = clusteredMean(scores.map((score) => [score]));
      if (result.kind !== "mean" || result.interval.kind !== "interval") throw new Error("expected an interval");
      return result.interval;
    });
    expect(one!.low).toBeCloseTo(10 - other!.high, 10);
    expect(one!.high).toBeCloseTo(10 - other!.low, 10);
  });
});

describe("a rough interval", () => {
  const scores = (count: number) => Array.from({ length: count }, (_, index) => [(index % 4) + 5]);

  test("is one of fewer than 14 cases, and says why", () => {
    expect(clusteredMean(scores(13))).toMatchObject({ interval: { rough: expect.stringContaining("fewer than 14") } });
    expect(clusteredMean(scores(14))).not.toHaveProperty("interval.rough");
    expect(bootstrapMean(scores(13), { draws: 200 })).toHaveProperty("interval.rough");
    expect(bootstrapMean(scores(14), { draws: 200 })).not.toHaveProperty("interval.rough");
  });
});

test("an interval does not leave the scale it is told", () => {
  const scores = [[9], [10], [10]];
  expect(clusteredMean(scores, { scale: { low: 0, high: 10 } })).toMatchObject({ interval: { high: 10 } });
  const free = clusteredMean(scores);
  expect(free.kind === "mean" && free.interval.kind === "interval" && free.interval.high).toBeGreaterThan(10);
});

test("means that differ by rounding only have no spread", () => {
  expect(clusteredMean([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2]])).toMatchObject({
    standard_error: 0,
    interval: { kind: "undefined", reason: "all cases have the same score" },
  });
});
