import { mean, variance, withoutRoundingError } from "./mean.ts";
import { meanInterval, thirdMomentOfMean } from "./mean-interval.ts";
import { type Interval, type Scale, type Undefined, undefinedBecause } from "./result.ts";
import { type SignFlipOptions, type SignFlipTest, signFlipTest } from "./sign-flip.ts";

/** Scores by case id. */
export type ScoresByCase = ReadonlyMap<string, readonly number[]>;

/** The advantage of the second side over the first, case by case. */
export interface PairedDifference {
  kind: "difference";
  difference: number;
  /** Cases with a score on both sides. */
  cases: number;
  /** Cases with a score on one side only, which say nothing about the difference. */
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

export interface PairedDifferenceOptions extends SignFlipOptions {
  level?: number;
  /** Bounds of both sides' scale, whose width bounds the difference. */
  scale?: Scale;
}

/**
 * Paired difference by case: d_c = mean of case c on the second side − mean on the first, its mean with an interval as in
 * `clusteredMean`, and a sign-flip permutation test. Pairing removes a case's common difficulty, which is most of the spread.
 *
 * No shared case: undefined. One: a difference without interval. All differences equal: no interval, because a width of zero
 * would claim false certainty; the permutation test still tells if chance suffices.
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
  { level, scale, ...permutation }: PairedDifferenceOptions = {},
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
    interval: intervalOf(differences, centre, deviation, { level, scale }),
    test: signFlipTest(differences, permutation),
  };
}

/** Second minus first for every case that both sides have scored, in the order of the first side. */
export function caseDifferences(first: ScoresByCase, second: ScoresByCase): number[] {
  const differences: number[] = [];
  for (const [caseId, scores] of first) {
    const others = second.get(caseId);
    if (scores.length === 0 || others === undefined || others.length === 0) continue;
    differences.push(withoutRoundingError(mean(others) - mean(scores)));
  }
  return differences;
}

function intervalOf(
  differences: readonly number[],
  centre: number,
  deviation: number | null,
  { level, scale }: Pick<PairedDifferenceOptions, "level" | "scale">,
): Interval | Undefined {
  const cases = differences.length;
  if (deviation === null) return undefinedBecause("there is only one shared case");
  if (deviation === 0) return undefinedBecause(`the difference is the same in all ${cases} cases`);
  const third = thirdMomentOfMean(differences, centre);
  const estimate = { value: centre, error: deviation / Math.sqrt(cases), third, freedom: cases - 1, values: cases };
  const widest = scale && scale.high - scale.low;
  return meanInterval(estimate, { level, scale: widest === undefined ? undefined : { low: -widest, high: widest } });
}

function scoredCases(side: ScoresByCase): number {
  return [...side.values()].filter((scores) => scores.length > 0).length;
}
