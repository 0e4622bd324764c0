import { describe, expect, test } from "vitest";
import {
  fisherExact,
  humanAgreement,
  type JudgeErrors,
  roganGladen,
  type ScoredTwice,
  testEqualErrorRates,
} from "../index.ts";

describe("Rogan and Gladen's correction", () => {
  const sure = (share: number) => ({ share, units: 1e9 });

  test("gives the published prevalence: 23 of 150 cows, se 0.96, sp 0.89, is 5.1 %", () => {
    const result = roganGladen({
      apparent: { share: 23 / 150, standard_error: 0.03 },
      sensitivity: sure(0.96),
      specificity: sure(0.89),
    });
    if (result.kind === "undefined") throw new Error(result.reason);
    expect(result.rate).toBeCloseTo(0.051, 3);
  });

  test("has the error that 200,000 simulated studies have", () => {
    // NumPy: 1,000 trials, 200 humans passed and 150 they failed, truth 0.6, se 0.9, sp 0.8: standard deviation 0.03436.
    const result = roganGladen({
      apparent: { share: 0.62, standard_error: Math.sqrt((0.62 * 0.38) / 1000) },
      sensitivity: { share: 0.9, units: 200 },
      specificity: { share: 0.8, units: 150 },
    });
    if (result.kind === "undefined") throw new Error(result.reason);
    expect(result.rate).toBeCloseTo(0.6, 10);
    expect(result.standard_error / 0.03436).toBeGreaterThan(0.98);
    expect(result.standard_error / 0.03436).toBeLessThan(1.02);
  });

  test("stays within 0 and 1", () => {
    const result = roganGladen({
      apparent: { share: 0.05, standard_error: 0.01 },
      sensitivity: { share: 0.9, units: 50 },
      specificity: { share: 0.9, units: 50 },
    });
    if (result.kind === "undefined") throw new Error(result.reason);
    expect(result.rate).toBe(0);
    expect(result.interval.low).toBe(0);
    expect(result.interval.high).toBeGreaterThan(0);
  });

  test("errors that were never seen are not taken for impossible", () => {
    const result = roganGladen({
      apparent: { share: 0.5, standard_error: 0 },
      sensitivity: { share: 1, units: 20 },
      specificity: { share: 1, units: 20 },
    });
    if (result.kind === "undefined") throw new Error(result.reason);
    expect(result.standard_error).toBeGreaterThan(0.02);
  });

  test.each([
    ["a judge hardly better than a coin", 0.6, 0.59, 50, /add up to 1\.19; below 1\.2 the judge tells too little/],
    ["a judge worse than a coin", 0.3, 0.3, 50, /add up to 0\.60/],
    ["humans who failed one trial only", 0.9, 0.9, 1, /fewer than two/],
  ])("refuses %s", (_, sensitivity, specificity, failed, reason) => {
    const result = roganGladen({
      apparent: { share: 0.5, standard_error: 0.05 },
      sensitivity: { share: sensitivity, units: 50 },
      specificity: { share: specificity, units: failed },
    });
    expect(result.kind).toBe("undefined");
    expect((result as { reason: string }).reason).toMatch(reason);
  });
});

test.each([
  [[8, 2], [1, 5], 0.034965034965],
  [[10, 0], [3, 7], 0.003095975232],
  [[3, 1], [1, 3], 0.485714285714],
  [[0, 0], [3, 4], 1],
] as [[number, number], [number, number], number][])(
  "Fisher's exact test of %j and %j has SciPy's p",
  (first, second, p) => {
    expect(fisherExact([first, second])).toBeCloseTo(p, 11);
  },
);

describe("whether a judge errs alike with all subjects", () => {
  const subject = (name: string, failedRight: number): JudgeErrors => ({
    subject: name,
    passed: { right: 18, wrong: 2 },
    failed: { right: failedRight, wrong: 20 - failedRight },
  });

  test("a judge that lets one subject's failures pass is found out", () => {
    const found = testEqualErrorRates([subject("alpha", 18), subject("beta", 6), subject("gamma", 17)]);
    expect(found).toMatchObject({ about: "specificity", subjects: ["alpha", "beta"] });
    expect(found!.p_value).toBeLessThan(0.01);
  });

  test("the same errors are no difference, however many subjects there are", () => {
    expect(testEqualErrorRates([subject("alpha", 18), subject("beta", 17), subject("gamma", 18)])!.p_value).toBe(1);
  });

  test("one subject can't differ from itself", () => {
    expect(testEqualErrorRates([subject("alpha", 18)])).toBeNull();
    expect(testEqualErrorRates([])).toBeNull();
  });
});

describe("agreement with humans", () => {
  // 40 passed by both, 10 by the judge alone, 5 by humans alone, 45 by neither: κ = (0.85 − 0.5) / 0.5 by hand: judge passes 0.5, humans 0.45.
  const table: [number, number, number][] = [
    [1, 1, 40],
    [1, 0, 10],
    [0, 1, 5],
    [0, 0, 45],
  ];
  const trials: ScoredTwice[] = table.flatMap(([judge, label, count], row) =>
    Array.from({ length: count }, (_, index) => ({ case_id: `c${row}-${index}`, judge, label })),
  );
  const found = humanAgreement(trials, { threshold: 0.5, draws: 200 });

  test.each([
    ["accuracy", found.accuracy, 0.85],
    ["sensitivity", found.sensitivity, 40 / 45],
    ["specificity", found.specificity, 45 / 55],
    ["kappa", found.kappa, 0.7],
    ["level bias", found.level_bias, 0.05],
  ])("%s is what the table says, within its interval", (_, figure, value) => {
    if ("kind" in figure) throw new Error(figure.reason);
    expect(figure.value).toBeCloseTo(value, 10);
    if (figure.interval.kind === "undefined") throw new Error(figure.interval.reason);
    expect(figure.interval.low).toBeLessThan(value);
    expect(figure.interval.high).toBeGreaterThan(value);
  });

  test("a label that stands for three trials counts three times", () => {
    const weighed = humanAgreement(
      trials.map((trial) => ({ ...trial, weight: trial.judge === trial.label ? 1 : 3 })),
      { threshold: 0.5, draws: 10 },
    );
    if ("kind" in weighed.accuracy) throw new Error(weighed.accuracy.reason);
    expect(weighed.accuracy.value).toBeCloseTo(85 / (85 + 45), 10);
  });

  test("trials of one case don't make an interval narrower as if they were many cases", () => {
    const width = (of: ScoredTwice[]) => {
      const { accuracy } = humanAgreement(of, { threshold: 0.5, draws: 10 });
      if ("kind" in accuracy || accuracy.interval.kind === "undefined") throw new Error("no interval");
      return accuracy.interval.high - accuracy.interval.low;
    };
    expect(width(trials.map((trial, index) => ({ ...trial, case_id: `c${index % 10}` })))).toBeGreaterThan(
      2 * width(trials),
    );
  });

  test("what can't be told is said to be unknown, with the reason", () => {
    const alone = humanAgreement(
      [
        { case_id: "a", judge: 7, label: 7 },
        { case_id: "b", judge: 7, label: 7 },
      ],
      { draws: 10 },
    );
    expect(alone.accuracy).toEqual({ kind: "undefined", reason: "there is no threshold" });
    expect(alone.kappa).toMatchObject({ kind: "undefined" });
    expect(alone.rank).toMatchObject({ kind: "undefined" });
    expect(humanAgreement([{ case_id: "a", judge: 1, label: 1 }], { threshold: 0.5 }).specificity).toEqual({
      kind: "undefined",
      reason: "humans failed none",
    });
    expect(humanAgreement([]).level_bias).toMatchObject({ kind: "undefined" });
  });

  test("a judge one point above humans in the same order has rank 1 and bias 1", () => {
    const scores = Array.from({ length: 30 }, (_, index) => ({
      case_id: `c${index}`,
      judge: (index % 9) + 1,
      label: index % 9,
    }));
    const agreement = humanAgreement(scores, { draws: 50 });
    expect(agreement.rank).toMatchObject({ value: 1 });
    expect(agreement.level_bias).toMatchObject({ value: 1 });
  });
});
