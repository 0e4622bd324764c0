import { mean, variance } from "./describe.ts";
import { DEFAULT_LEVEL, type Interval, type Undefined, undefinedBecause } from "./result.ts";
import { type SignFlipOptions, type SignFlipTest, signFlipTest } from "./sign-flip.ts";
import { tQuantile } from "./student-t.ts";

/** Scores by case id. */
export type ScoresByCase = ReadonlyMap<string, readonly number[]>;

/** How much the second side scores above the first, case by case. */
export interface PairedDifference {
  kind: "difference";
  /** Mean over shared cases of (second − first). */
  difference: number;
  /** Cases with a score on both sides. */
  cases: number;
  /** Cases with a score on one side only; they tell nothing about the difference. */
  unpaired: number;
  better: number;
  worse: number;
  equal: number;
  /** Standard deviation of the differences between cases; null for one case. */
  standard_deviation: number | null;
  standard_error: number | Undefined;
  interval: Interval | Undefined;
  test: SignFlipTest | Undefined;
}

/**
 * Paired difference by case: d_c = mean of case c on the second side − mean on the first, interval mean(d) ± t(C−1) · s/√C,
 * and a sign-flip permutation test. Pairing removes what makes a case hard for everyone, which is most of the spread.
 *
 * No shared case: undefined. One: a difference without interval. All differences equal: their spread can't be estimated
 * by a formula; from six cases on the permutation test alone rules out every other value at 95 %, so the interval is that one
 * value, and below it is undefined.
 *
 * Source: Miller, "Adding error bars to evals" (2024), section 4.2.
 *
 * @example
 * const before = new Map([["refund", [6, 7]], ["greeting", [8]]]);
 * const after = new Map([["refund", [8, 9]], ["greeting", [9]]]);
 * statistics.pairedDifference(before, after).difference // 1.5
 */
export function pairedDifference(
  first: ScoresByCase,
  second: ScoresByCase,
  { level = DEFAULT_LEVEL, ...permutation }: SignFlipOptions & { level?: number } = {},
): PairedDifference | Undefined {
  const differences = caseDifferences(first, second);
  const cases = differences.length;
  if (cases === 0) return undefinedBecause("no case has a score on both sides");
  const centre = mean(differences);
  const deviation = cases > 1 ? Math.sqrt(variance(differences)) : null;
  return {
    kind: "difference",
    difference: centre,
    cases,
    unpaired: scoredCases(first) + scoredCases(second) - 2 * cases,
    better: differences.filter((difference) => difference > 0).length,
    worse: differences.filter((difference) => difference < 0).length,
    equal: differences.filter((difference) => difference === 0).length,
    standard_deviation: deviation,
    standard_error:
      deviation === null ? undefinedBecause("there is only one shared case") : deviation / Math.sqrt(cases),
    interval: intervalOf(centre, deviation, cases, level),
    test: signFlipTest(differences, permutation),
  };
}

/** Second minus first for every case that both sides have scored, in the order of the first side. */
export function caseDifferences(first: ScoresByCase, second: ScoresByCase): number[] {
  const differences: number[] = [];
  for (const [caseId, scores] of first) {
    const others = second.get(caseId);
    if (scores.length === 0 || others === undefined || others.length === 0) continue;
    differences.push(tidy(mean(others) - mean(scores)));
  }
  return differences;
}

function intervalOf(centre: number, deviation: number | null, cases: number, level: number): Interval | Undefined {
  if (deviation === null) return undefinedBecause("there is only one shared case");
  if (deviation > 0) {
    const half = (tQuantile(0.5 + level / 2, cases - 1) * deviation) / Math.sqrt(cases);
    return { kind: "interval", low: centre - half, high: centre + half, level };
  }
  if (2 / 2 ** cases <= 1 - level) return { kind: "interval", low: centre, high: centre, level };
  return undefinedBecause(`the difference is the same in all ${cases} cases, which are too few to tell its spread`);
}

function scoredCases(side: ScoresByCase): number {
  return [...side.values()].filter((scores) => scores.length > 0).length;
}

/** 7.3 − 6.3 and 8.3 − 7.3 are both 1; without this, rounding would turn equal differences into unequal ones. */
function tidy(difference: number): number {
  return Math.round(difference * 1e12) / 1e12;
}
