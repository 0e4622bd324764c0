import { mean, variance } from "./describe.ts";
import { DEFAULT_LEVEL, type Interval, type Undefined, undefinedBecause } from "./result.ts";
import { tQuantile } from "./student-t.ts";

/** How much the second group scores above the first, when nothing pairs them. */
export interface UnpairedDifference {
  kind: "unpaired_difference";
  /** Mean of the second group minus mean of the first. */
  difference: number;
  /** √(s₁² + s₂²): the spread that one more value in each group would have to overcome. */
  standard_deviation: number | null;
  interval: Interval | Undefined;
}

/**
 * Welch's interval for two independent groups: difference ± t(ν) · √(s₁²/n₁ + s₂²/n₂) with
 * ν = (s₁²/n₁ + s₂²/n₂)² / (s₁⁴/(n₁²(n₁−1)) + s₂⁴/(n₂²(n₂−1))).
 *
 * An empty group: undefined. A group of one, or no spread in either: a difference without interval.
 *
 * Source: Welch, "The generalization of 'Student's' problem when several different population variances are involved",
 * Biometrika 34 (1947).
 */
export function unpairedDifference(
  first: readonly number[],
  second: readonly number[],
  level = DEFAULT_LEVEL,
): UnpairedDifference | Undefined {
  if (first.length === 0 || second.length === 0) return undefinedBecause("one side has no values");
  const difference = mean(second) - mean(first);
  if (first.length === 1 || second.length === 1) {
    const interval = undefinedBecause("one side has a single value");
    return { kind: "unpaired_difference", difference, standard_deviation: null, interval };
  }
  const [one, other] = [variance(first) / first.length, variance(second) / second.length];
  const standard_deviation = Math.sqrt(variance(first) + variance(second));
  const squared = one + other;
  if (squared === 0) {
    const interval = undefinedBecause("neither side shows any spread");
    return { kind: "unpaired_difference", difference, standard_deviation, interval };
  }
  const freedom = squared ** 2 / (one ** 2 / (first.length - 1) + other ** 2 / (second.length - 1));
  const half = tQuantile(0.5 + level / 2, freedom) * Math.sqrt(squared);
  const interval: Interval = { kind: "interval", low: difference - half, high: difference + half, level };
  return { kind: "unpaired_difference", difference, standard_deviation, interval };
}
