import { meanInterval } from "../mean-interval.ts";
import { type Interval, type Undefined, undefinedBecause } from "../result.ts";

/** A share, and the number of equally weighted units behind it. */
export interface ObservedShare {
  share: number;
  units: number;
}

export interface CorrectedRate {
  kind: "corrected_rate";
  rate: number;
  standard_error: number;
  interval: Interval;
}

export interface RoganGladenInput {
  /** Share of trials that the judge passes, with its standard error. */
  apparent: { share: number; standard_error: number };
  /** Share of the trials passed by humans that the judge passes. */
  sensitivity: ObservedShare;
  /** Share of the trials failed by humans that the judge fails. */
  specificity: ObservedShare;
  level?: number;
}

/** Lower bound of se + sp: dividing by the advantage of a judge hardly better than a coin explodes. */
const LEAST_INFORMATION = 1.2;

/**
 * Rogan and Gladen's correction of a rate: θ = (p + sp − 1) / (se + sp − 1), kept within 0 … 1, with the variance of all three,
 * (Var p + θ² Var se + (1 − θ)² Var sp) / (se + sp − 1)², and t with the smaller of the two groups' degrees of freedom. Var se is
 * se(1 − se)/n with two of each kind added, so that an unobserved error is not taken for impossible.
 *
 * Assumes equal sensitivity and specificity for every subject. A judge that is lenient to one subject violates that; the
 * difference estimator (`correctedMean`) does not need it.
 *
 * se + sp below 1.2: undefined. Fewer than two units on either side: undefined.
 *
 * Source: Rogan and Gladen, "Estimating prevalence from the results of a screening test", Am. J. Epidemiology 107 (1978).
 *
 * @example
 * const told = { apparent: { share: 23 / 150, standard_error: 0.03 }, sensitivity: { share: 0.96, units: 500 }, specificity: { share: 0.89, units: 500 } };
 * statistics.roganGladen(told).rate.toFixed(3) // "0.051"
 */
export function roganGladen({
  apparent,
  sensitivity,
  specificity,
  level,
}: RoganGladenInput): CorrectedRate | Undefined {
  const units = Math.min(sensitivity.units, specificity.units);
  if (units < 2) return undefinedBecause("humans passed or failed fewer than two trials");
  const information = sensitivity.share + specificity.share;
  if (information < LEAST_INFORMATION)
    return undefinedBecause(
      `sensitivity and specificity add up to ${information.toFixed(2)}; below ${LEAST_INFORMATION} the judge tells too little`,
    );
  const slope = information - 1;
  const plain = (apparent.share + specificity.share - 1) / slope;
  const rate = Math.min(1, Math.max(0, plain));
  const squared =
    apparent.standard_error ** 2 + rate ** 2 * varianceOf(sensitivity) + (1 - rate) ** 2 * varianceOf(specificity);
  const error = Math.sqrt(squared) / slope;
  const interval = meanInterval(
    { value: plain, error, third: 0, freedom: Math.max(1, units - 1), values: units },
    { level, scale: { low: 0, high: 1 } },
  );
  return { kind: "corrected_rate", rate, standard_error: error, interval };
}

function varianceOf({ share, units }: ObservedShare): number {
  const smoothed = (share * units + 2) / (units + 4);
  return (smoothed * (1 - smoothed)) / (units + 4);
}
