import { describe, expect, test } from "vitest";
import { holmAdjusted } from "./holm.ts";
import { mcnemarFromPairs, mcnemarTest } from "./mcnemar.ts";
import { pairedDifference } from "./paired-difference.ts";
import { casesNeeded, minimumDetectableDifference } from "./power.ts";
import { signFlipTest } from "./sign-flip.ts";

const side = (...scores: number[][]) => new Map(scores.map((runs, index) => [`case_${index + 1}`, runs]));

describe("paired difference", () => {
  test("is the mean over shared cases, with a t interval on the differences", () => {
    const result = pairedDifference(side([5], [6], [7], [1]), side([6, 6], [8], [10], []));
    if (result.kind !== "difference" || result.interval.kind !== "interval") throw new Error("expected an interval");
    expect(result).toMatchObject({ difference: 2, cases: 3, unpaired: 1, better: 3, worse: 0, standard_deviation: 1 });
    expect(result.interval.high).toBeCloseTo(2 + 4.30265272974946 / Math.sqrt(3), 10);
  });

  test("no shared case gives no difference", () => {
    expect(pairedDifference(new Map([["a", [1]]]), new Map([["b", [1]]]))).toEqual({
      kind: "undefined",
      reason: "no case has a score on both sides",
    });
  });

  test("one shared case gives a difference without interval", () => {
    expect(pairedDifference(side([5]), side([7]))).toMatchObject({
      difference: 2,
      standard_deviation: null,
      interval: { kind: "undefined", reason: "there is only one shared case" },
      test: { p_value: 1 },
    });
  });

  test.each([0, 1])(
    "a difference of %d in every case has no interval of width zero, however many cases there are",
    (by) => {
      const lower = side(...Array.from({ length: 20 }, (_, index) => [index + 0.3]));
      const higher = side(...Array.from({ length: 20 }, (_, index) => [index + 0.3 + by]));
      expect(pairedDifference(lower, higher)).toMatchObject({
        difference: by,
        standard_deviation: 0,
        interval: { kind: "undefined", reason: "the difference is the same in all 20 cases" },
      });
    },
  );

  test("its interval does not leave what the scale allows", () => {
    const [low, high] = [side([0], [4]), side([4], [3])];
    expect(pairedDifference(low, high)).not.toMatchObject({ interval: { low: -4 } });
    expect(pairedDifference(low, high, { scale: { low: 0, high: 4 } })).toMatchObject({
      interval: { low: -4, high: 4 },
    });
  });
});

describe("sign-flip test", () => {
  test("Darwin's maize, Fisher's own example: p = 863 · 2 / 2^15", () => {
    const eighthsOfAnInch = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(signFlipTest(eighthsOfAnInch)).toEqual({
      kind: "test",
      p_value: 1726 / 32768,
      method: "exact",
      patterns: 32768,
    });
  });

  test("sampling agrees with counting to two digits", () => {
    const differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    const result = signFlipTest([...differences, ...Array.from({ length: 10 }, () => 0.001)]);
    expect(result).toMatchObject({ method: "monte_carlo", patterns: 9999 });
    expect(result.kind === "test" && Math.abs(result.p_value - 1726 / 32768)).toBeLessThan(0.008);
  });

  test("the same seed gives the same p-value", () => {
    const differences = Array.from({ length: 40 }, (_, index) => (index % 7) - 2.5);
    expect(signFlipTest(differences, { seed: 4 })).toEqual(signFlipTest(differences, { seed: 4 }));
  });

  test("no difference at all is p = 1, no cases is no test", () => {
    expect(signFlipTest([0, 0, 0])).toMatchObject({ p_value: 1 });
    expect(signFlipTest([])).toMatchObject({ kind: "undefined" });
  });

  test("ties that rounding would split are counted as ties", () => {
    // 0.1 + 0.2 − 0.3 is not 0 in binary; the patterns with |sum| = 0.6 are two of eight.
    expect(signFlipTest([0.1, 0.2, 0.3])).toMatchObject({ p_value: 0.25 });
    expect(signFlipTest([0.1, 0.2, -0.3])).toMatchObject({ p_value: 1 });
  });
});

describe("exact McNemar test", () => {
  test.each([
    [0, 0, 1],
    [5, 5, 1],
    [1, 9, 2 * (11 / 1024)],
    [0, 6, 2 / 64],
    [2, 8, 2 * (56 / 1024)],
  ])("%d against %d gives p = %d", (first, second, expected) => {
    expect(mcnemarTest(first, second).p_value).toBeCloseTo(expected, 12);
  });

  test("thousands of cases do not underflow", () => {
    const { p_value } = mcnemarTest(2400, 2600);
    expect(p_value).toBeGreaterThan(0.004);
    expect(p_value).toBeLessThan(0.006);
  });

  test("only cases on which the sides differ are counted", () => {
    const pairs = [
      [true, true],
      [true, false],
      [false, true],
      [false, true],
      [false, false],
    ] as const;
    expect(mcnemarFromPairs(pairs)).toEqual({ kind: "test", p_value: 1, only_first: 1, only_second: 2 });
  });
});

describe("Holm's correction", () => {
  test("multiplies step by step, stays in order and below 1", () => {
    const adjusted = holmAdjusted([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(12)));
    expect(adjusted).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(holmAdjusted([0.6, 0.9])).toEqual([1, 1]);
    expect(holmAdjusted([])).toEqual([]);
  });
});

describe("minimum detectable difference and cases needed", () => {
  test("is a little more than the textbook's, which knows the spread and has a t-test", () => {
    // Zar: 0.6605 for twenty pairs. Cohen, Statistical Power Analysis: 33 to 34 pairs for half a standard deviation.
    const twenty = minimumDetectableDifference(1, 20);
    if (typeof twenty !== "number") throw new Error(twenty.reason);
    expect(twenty / 0.6605).toBeGreaterThan(1.2);
    expect(twenty / 0.6605).toBeLessThan(1.3);
    expect(casesNeeded(1, 0.5)).toBe(46);
    expect(casesNeeded(1, -0.5)).toBe(46);
  });

  test("comes near the textbook's with many cases", () => {
    const textbook = (1.96 + 0.8416) / Math.sqrt(10_000);
    expect(Number(minimumDetectableDifference(1, 10_000)) / textbook).toBeCloseTo(1.1, 2);
  });

  test("is not known where all cases have to point the same way", () => {
    expect(minimumDetectableDifference(1, 6)).toEqual({
      kind: "undefined",
      reason: "6 cases are too few to say how large a difference would be found reliably",
    });
    expect(minimumDetectableDifference(1, 7)).toBeGreaterThan(1);
    // Four models are six pairs, and each has to reach 0.05 / 6.
    expect(minimumDetectableDifference(1, 8, { alpha: 0.05 / 6 })).toMatchObject({ kind: "undefined" });
    expect(minimumDetectableDifference(1, 9, { alpha: 0.05 / 6 })).toBeGreaterThan(1);
  });

  test("the number needed is the smallest that is enough", () => {
    for (const wished of [0.13, 0.4, 1, 3]) {
      const needed = casesNeeded(1.7, wished);
      if (typeof needed !== "number") throw new Error(needed.reason);
      expect(minimumDetectableDifference(1.7, needed)).toBeLessThanOrEqual(wished);
      expect(minimumDetectableDifference(1.7, needed - 1)).toBeGreaterThan(wished);
    }
  });

  test.each([
    ["one case", minimumDetectableDifference(1, 1), "there is only one case"],
    ["no spread", minimumDetectableDifference(0, 9), "the differences show no spread"],
    ["no spread, cases needed", casesNeeded(0, 1), "the differences show no spread"],
    ["a wish for zero", casesNeeded(1, 0), "a difference of zero can't be shown"],
    ["a tiny wish", casesNeeded(1, 1e-9), "it would take more than ten million cases"],
  ])("%s: words", (_, result, reason) => {
    expect(result).toEqual({ kind: "undefined", reason });
  });
});
