import { describe, expect, test } from "vitest";
import { correctedDifference, correctedMean, type JudgedUnit, pairedDifference } from "../index.ts";

function found(result: ReturnType<typeof correctedDifference>) {
  if (result.kind === "undefined") throw new Error(result.reason);
  return result;
}

/** A side on cases c0 …; two of eleven are labelled. */
function side(cases: number, truth: (index: number) => number, judge: (index: number) => number): JudgedUnit[] {
  return Array.from({ length: cases }, (_, index) => ({
    case_id: `c${index}`,
    judge: judge(index),
    ...(index % 11 < 2 ? { label: truth(index), probability: 2 / 11 } : {}),
  }));
}

const good = (index: number) => 6 + ((index * 7) % 5) - 2;
const worse = (index: number) => 5 + ((index * 7) % 5) - 2 + (index % 3) - 1;

describe("a judge that is lenient to one subject", () => {
  const lenient = side(200, worse, (index) => Math.min(10, worse(index) + 3));
  const fair = side(200, good, good);

  test("makes the worse one win when it is taken at its word, and not when it is corrected", () => {
    const result = found(correctedDifference(lenient, fair, { scale: { low: 0, high: 10 } }));
    expect(result.uncorrected).toBeLessThan(-1.9);
    expect(result.corrected.value).toBeCloseTo(1, 1);
    const { interval } = result.corrected;
    expect(interval.kind === "interval" && interval.low > 0 && interval.low < 1 && interval.high > 1).toBe(true);
    expect(result.p_value).toBeLessThan(0.001);
  });

  test("the correction is the subject's own: its mean is corrected down, the other's stays", () => {
    const means = [lenient, fair].map((units) => {
      const mean = correctedMean(units);
      if (mean.kind === "undefined") throw new Error(mean.reason);
      return mean.corrected.value - mean.uncorrected;
    });
    expect(means[0]).toBeLessThan(-2.8);
    expect(Math.abs(means[1]!)).toBeLessThan(1e-9);
  });

  test("the other way round is the same with the other sign", () => {
    const forth = found(correctedDifference(lenient, fair));
    const back = found(correctedDifference(fair, lenient));
    expect(back.corrected.value).toBeCloseTo(-forth.corrected.value, 10);
    expect(back.corrected.standard_error).toBeCloseTo(forth.corrected.standard_error, 10);
    expect(back.p_value).toBeCloseTo(forth.p_value, 10);
  });
});

test("with labels for everything it is the paired difference", () => {
  const census = (value: (index: number) => number) =>
    Array.from({ length: 40 }, (_, index) => ({ case_id: `c${index}`, judge: 5, label: value(index), probability: 1 }));
  const scores = (value: (index: number) => number) =>
    new Map(Array.from({ length: 40 }, (_, index) => [`c${index}`, [value(index)]]));
  const result = found(correctedDifference(census(worse), census(good)));
  const plain = pairedDifference(scores(worse), scores(good));
  if (plain.kind === "undefined" || typeof plain.standard_error !== "number") throw new Error("no difference");
  expect(result.corrected.value).toBeCloseTo(plain.difference, 10);
  // Slightly wider: labels that leave no doubt in the sample may do so elsewhere.
  expect(result.corrected.standard_error / plain.standard_error).toBeGreaterThan(0.99);
  expect(result.corrected.standard_error / plain.standard_error).toBeLessThan(1.2);
});

test("only cases that both subjects have count", () => {
  const first = side(200, worse, worse);
  const second = side(150, good, good);
  const result = found(correctedDifference(first, second));
  expect(result.cases).toBe(150);
  expect(result.trials).toBe(300);
});

test.each<[string, JudgedUnit[], JudgedUnit[], string]>([
  [
    "labels on one side only",
    side(200, worse, worse),
    side(200, good, good).map(({ case_id, judge }) => ({ case_id, judge })),
    "on one side 0 of 200 trials have a label that was drawn at random, and at least 20 are needed",
  ],
  [
    "no case in common",
    side(200, worse, worse),
    side(200, good, good).map((unit) => ({ ...unit, case_id: `x${unit.case_id}` })),
    "on one side 0 of 0 trials have a label that was drawn at random, and at least 20 are needed",
  ],
  [
    "too few shared cases with labels",
    side(200, worse, worse),
    side(99, good, good),
    "on one side 18 of 99 trials have a label that was drawn at random, and at least 20 are needed",
  ],
])("nothing is corrected with %s", (_, first, second, reason) => {
  expect(correctedDifference(first, second)).toEqual({ kind: "undefined", reason });
});
