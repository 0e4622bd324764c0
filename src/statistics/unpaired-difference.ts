import { meanInterval } from "./mean-interval.ts";
import { type Interval, type Scale, type Undefined, undefinedBecause } from "./result.ts";
import { countOf, type Stratum, satterthwaite, stratifiedEstimate } from "./stratified-mean.ts";

/** The advantage of the second group over the first, without pairing. */
export interface UnpairedDifference {
  kind: "unpaired_difference";
  difference: number;
  /** The spread that one more value in each group would have to overcome: √(s₁² + s₂²) for two simple samples of one size. */
  standard_deviation: number | null;
  interval: Interval | Undefined;
}

/**
 * Welch's error for two independent groups, √(s₁²/n₁ + s₂²/n₂), in an interval as in `meanInterval`, with degrees of freedom
 * ν = (s₁²/n₁ + s₂²/n₂)² / (s₁⁴/(n₁²(n₁−1)) + s₂⁴/(n₂²(n₂−1))). Stratified groups are weighted to their populations first,
 * and every stratum adds its own part to the variance.
 *
 * An empty group: undefined. A group without two values in any stratum, or no spread in either: a difference without interval.
 *
 * Source: Welch, "The generalization of 'Student's' problem when several different population variances are involved",
 * Biometrika 34 (1947).
 *
 * @example statistics.unpairedDifference([{ population: 9, values: [4, 6] }], [{ population: 9, values: [6, 8] }]).difference // 2
 */
export function unpairedDifference(
  first: readonly Stratum[],
  second: readonly Stratum[],
  { level, scale }: { level?: number; scale?: Scale } = {},
): UnpairedDifference | Undefined {
  const [one, other] = [stratifiedEstimate(first, false), stratifiedEstimate(second, false)];
  if (one === null || other === null) return undefinedBecause("one side has no values");
  const difference = other.mean - one.mean;
  const smaller = Math.min(countOf(first), countOf(second));
  if (one.parts === null || other.parts === null) {
    const interval = undefinedBecause("one side has a single value");
    return { kind: "unpaired_difference", difference, standard_deviation: null, interval };
  }
  const mirrored = one.parts.map((part) => ({ ...part, third: -part.third }));
  const total = satterthwaite([...mirrored, ...other.parts]);
  const standard_deviation = total.error * Math.sqrt(smaller);
  const widest = scale && scale.high - scale.low;
  const interval =
    total.error > 0
      ? meanInterval(
          { value: difference, ...total, values: Math.min(one.values, other.values) },
          { level, scale: widest === undefined ? undefined : { low: -widest, high: widest } },
        )
      : undefinedBecause("neither side shows any spread");
  return { kind: "unpaired_difference", difference, standard_deviation, interval };
}
