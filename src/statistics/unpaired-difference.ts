import { DEFAULT_LEVEL, type Interval, type Undefined, undefinedBecause } from "./result.ts";
import { type Stratum, satterthwaite, stratifiedEstimate } from "./stratified-mean.ts";

/** How much the second group scores above the first, when nothing pairs them. */
export interface UnpairedDifference {
  kind: "unpaired_difference";
  /** Mean of the second group minus mean of the first. */
  difference: number;
  /** The spread that one more value in each group would have to overcome: √(s₁² + s₂²) for two simple samples of one size. */
  standard_deviation: number | null;
  interval: Interval | Undefined;
}

/**
 * Welch's interval for two independent groups: difference ± t(ν) · √(s₁²/n₁ + s₂²/n₂) with
 * ν = (s₁²/n₁ + s₂²/n₂)² / (s₁⁴/(n₁²(n₁−1)) + s₂⁴/(n₂²(n₂−1))). Stratified groups are weighted to their populations first,
 * and every stratum adds its own part to the variance.
 *
 * An empty group: undefined. A group without two values in any stratum: a difference without interval. No spread in either: from four
 * values a side on, chance alone would sort them like this less than once in twenty, so the interval is that one value;
 * below it is undefined.
 *
 * Source: Welch, "The generalization of 'Student's' problem when several different population variances are involved",
 * Biometrika 34 (1947).
 *
 * @example statistics.unpairedDifference([{ population: 9, values: [4, 6] }], [{ population: 9, values: [6, 8] }]).difference // 2
 */
export function unpairedDifference(
  first: readonly Stratum[],
  second: readonly Stratum[],
  level = DEFAULT_LEVEL,
): UnpairedDifference | Undefined {
  const [one, other] = [stratifiedEstimate(first, false), stratifiedEstimate(second, false)];
  if (one === null || other === null) return undefinedBecause("one side has no values");
  const difference = other.mean - one.mean;
  const smaller = Math.min(count(first), count(second));
  if (one.parts === null || other.parts === null) {
    const interval = undefinedBecause("one side has a single value");
    return { kind: "unpaired_difference", difference, standard_deviation: null, interval };
  }
  const { error, half } = satterthwaite([...one.parts, ...other.parts], level);
  const standard_deviation = error * Math.sqrt(smaller);
  const isKnown = error > 0 || smaller >= FEWEST_WITHOUT_SPREAD;
  const interval: Interval | Undefined = isKnown
    ? { kind: "interval", low: difference - half, high: difference + half, level }
    : undefinedBecause("neither side shows any spread");
  return { kind: "unpaired_difference", difference, standard_deviation, interval };
}

/** Of the 70 ways to share out eight values, two put four and four apart: 2/70 < 0.05. */
const FEWEST_WITHOUT_SPREAD = 4;

function count(strata: readonly Stratum[]): number {
  return strata.reduce((sum, { values }) => sum + values.length, 0);
}
