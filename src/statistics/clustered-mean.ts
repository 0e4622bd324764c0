import { mean, variance, withoutRoundingError } from "./mean.ts";
import { meanInterval, thirdMomentOfMean } from "./mean-interval.ts";
import { type Interval, type Scale, type Undefined, undefinedBecause } from "./result.ts";

/** The scores of one case: its runs, in any order. */
export type CaseScores = readonly number[];

export interface ClusteredMean {
  kind: "mean";
  mean: number;
  /** Cases that have at least one score. */
  cases: number;
  scores: number;
  standard_error: number | Undefined;
  interval: Interval | Undefined;
}

export interface ClusteredMeanOptions {
  level?: number;
  /** Bounds of the scale, at which the interval is cut. */
  scale?: Scale;
}

/**
 * Mean score with a standard error clustered by case. Runs of one case resemble each other, so counting them as
 * independent would make intervals far too narrow; the cases are what was sampled.
 *
 * Cases have equal weight: mean = Σ m_c / C with m_c the mean of case c, SE = √(Σ (m_c − mean)² / (C(C−1))). For equally many
 * runs per case this is the cluster-robust standard error with the factor C/(C−1). The interval is the t interval with
 * C − 1 degrees of freedom, corrected for the skew between cases (`meanInterval`), and rough below 14 cases.
 *
 * Cases without a score are ignored. No score at all: undefined. One case: a mean without standard error. All case
 * means equal: standard error 0 and no interval, because a width of zero would claim false certainty.
 *
 * Source: Miller, "Adding error bars to evals" (2024), section 2.2; Bell and McCaffrey (2002) for few clusters.
 *
 * @example statistics.clusteredMean([[7, 8], [5], [9, 8]]).mean // 7
 */
export function clusteredMean(
  cases: readonly CaseScores[],
  options: ClusteredMeanOptions = {},
): ClusteredMean | Undefined {
  const means = caseMeans(cases);
  const centre = meanOverCases(cases);
  if (centre === null) return undefinedBecause("no case has a score");
  const shared = {
    kind: "mean",
    mean: centre,
    cases: means.length,
    scores: cases.reduce((sum, scores) => sum + scores.length, 0),
  } as const;
  if (means.length === 1) {
    const alone = undefinedBecause("there is only one case");
    return { ...shared, standard_error: alone, interval: alone };
  }
  const standardError = Math.sqrt(variance(means.map(withoutRoundingError)) / means.length);
  if (standardError === 0)
    return { ...shared, standard_error: 0, interval: undefinedBecause("all cases have the same score") };
  const third = thirdMomentOfMean(means, centre);
  const estimate = { value: centre, error: standardError, third, freedom: means.length - 1, values: means.length };
  return { ...shared, standard_error: standardError, interval: meanInterval(estimate, options) };
}

/** The mean of all cases' means, so that cases have equal weight; null without any score. */
export function meanOverCases(cases: readonly CaseScores[]): number | null {
  const means = caseMeans(cases);
  return means.length === 0 ? null : mean(means);
}

/** One mean per case that has a score. */
export function caseMeans(cases: readonly CaseScores[]): number[] {
  return cases.filter((scores) => scores.length > 0).map(mean);
}
