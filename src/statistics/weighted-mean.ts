import { sum } from "./mean.ts";
import { meanInterval } from "./mean-interval.ts";
import { type Interval, type Scale, type Undefined, undefinedBecause } from "./result.ts";

export interface WeightedMean {
  kind: "weighted_mean";
  mean: number;
  standard_error: number | Undefined;
  interval: Interval | Undefined;
}

/**
 * Mean of a population from items drawn with different probabilities, each weighted by the inverse of its own (Hájek's
 * estimator): mean = Σ w y / Σ w, SE² = n/(n−1) · Σ w² (y − mean)² / (Σ w)². The interval is as in `meanInterval`, with
 * n_eff − 1 degrees of freedom and Kish's effective size n_eff = (Σ w)² / Σ w².
 *
 * No item: undefined. One item, or no spread: a mean without interval.
 *
 * Source: Särndal, Swensson and Wretman, Model Assisted Survey Sampling, section 5.7; Kish, Survey Sampling (1965), for n_eff.
 *
 * @example statistics.weightedMean([{ value: 8, weight: 3 }, { value: 4, weight: 1 }]).mean // 7
 */
export function weightedMean(
  items: readonly { value: number; weight: number }[],
  options: { level?: number; scale?: Scale } = {},
): WeightedMean | Undefined {
  if (items.length === 0) return undefinedBecause("there are no values");
  const total = sum(items.map(({ weight }) => weight));
  const mean = sum(items.map(({ value, weight }) => value * weight)) / total;
  if (items.length === 1) {
    const unknown = undefinedBecause("there is only one value");
    return { kind: "weighted_mean", mean, standard_error: unknown, interval: unknown };
  }
  const squares = sum(items.map(({ value, weight }) => (weight * (value - mean)) ** 2));
  const error = Math.sqrt(((items.length / (items.length - 1)) * squares) / total ** 2);
  if (items.every(({ value }) => value === items[0]!.value)) {
    return { kind: "weighted_mean", mean, standard_error: 0, interval: undefinedBecause("all values are the same") };
  }
  const effective = total ** 2 / sum(items.map(({ weight }) => weight ** 2));
  const third = sum(items.map(({ value, weight }) => (weight * (value - mean)) ** 3)) / total ** 3;
  const interval = meanInterval(
    { value: mean, error, third, freedom: Math.max(1, effective - 1), values: effective },
    options,
  );
  return { kind: "weighted_mean", mean, standard_error: error, interval };
}
