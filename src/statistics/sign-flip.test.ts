import { describe, expect, test } from "vitest";
import { pairedDifference } from "./paired-difference.ts";
import { seededRandom } from "./random.ts";
import { signFlipTest } from "./sign-flip.ts";

/**
 * The p-value computed directly from its definition: every score is a whole number of tenths, every mean a fraction, all
 * fractions share one denominator, and all 2^n patterns are enumerated in big integers.
 */
function exactP(first: number[][], second: number[][]): number {
  const common = 360_360n; // a multiple of 1 to 15
  const sumOfTenths = (runs: number[]) => runs.reduce((sum, score) => sum + BigInt(Math.round(score * 10)), 0n);
  const meanOf = (runs: number[]) => (sumOfTenths(runs) * common) / BigInt(runs.length);
  const differences = first.map((runs, index) => meanOf(second[index]!) - meanOf(runs));
  const size = (value: bigint) => (value < 0n ? -value : value);
  const seen = size(differences.reduce((sum, difference) => sum + difference, 0n));
  let hits = 0;
  for (let pattern = 0; pattern < 2 ** differences.length; pattern++) {
    let sum = 0n;
    for (const [index, difference] of differences.entries()) sum += (pattern >>> index) & 1 ? difference : -difference;
    if (size(sum) >= seen) hits++;
  }
  return hits / 2 ** differences.length;
}

const sideOf = (cases: number[][]) => new Map(cases.map((runs, index) => [`case_${index}`, runs]));

function printedP(first: number[][], second: number[][]): number {
  const result = pairedDifference(sideOf(first), sideOf(second));
  if (result.kind !== "difference" || result.test.kind !== "test") throw new Error("expected a test");
  return result.test.p_value;
}

describe("thirds, sixths and sevenths tie as they do on paper", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13])(
    "%d runs per case, whole scores: every p-value is the exact one",
    (runs) => {
      const random = seededRandom(runs);
      const side = (cases: number) =>
        Array.from({ length: cases }, () => Array.from({ length: runs }, () => 4 + random.below(5)));
      for (let campaign = 0; campaign < 60; campaign++) {
        const cases = 5 + random.below(6);
        const [first, second] = [side(cases), side(cases)];
        expect(printedP(first, second)).toBe(exactP(first, second));
      }
    },
  );

  test("also where the sides have different numbers of runs, and scores have a decimal", () => {
    const random = seededRandom(99);
    const side = () =>
      Array.from({ length: 8 }, () => Array.from({ length: 1 + random.below(7) }, () => random.below(101) / 10));
    for (let campaign = 0; campaign < 200; campaign++) {
      const [first, second] = [side(), side()];
      expect(printedP(first, second)).toBe(exactP(first, second));
    }
  });

  test("eight cases of three whole runs: p is 14 of 256, not the 8 of 256 that split ties would give", () => {
    const thirds = [2, 2, 3, -1, 2, -1, 3, 4];
    const first = thirds.map(() => [5, 5, 5]);
    const second = thirds.map((sum) => [5 + sum, 5, 5]);
    expect(exactP(first, second)).toBe(14 / 256);
    expect(printedP(first, second)).toBe(14 / 256);
    // Means rounded elsewhere, to ten digits.
    const rounded = thirds.map((sum) => Math.round((sum / 3) * 1e10) / 1e10);
    expect(signFlipTest(rounded)).toMatchObject({ p_value: 14 / 256 });
  });

  test("beyond what is enumerated, ties still count: sampling agrees with counting", () => {
    const sixths = Array.from({ length: 24 }, (_, index) => ((index % 5) - 1.5) / 3);
    const counted = signFlipTest(sixths);
    const sampled = signFlipTest([...sixths, 1e-12, 1e-12], { draws: 99_999 });
    expect(counted).toMatchObject({ method: "exact" });
    expect(sampled).toMatchObject({ method: "monte_carlo" });
    if (counted.kind !== "test" || sampled.kind !== "test") throw new Error("expected tests");
    expect(Math.abs(sampled.p_value - counted.p_value)).toBeLessThan(0.005);
  });
});
