import { mean, sum, variance } from "./mean.ts";
import { type Estimate, meanInterval, thirdMomentOfMean } from "./mean-interval.ts";
import { type Interval, type Scale, type Undefined, undefinedBecause } from "./result.ts";

/** A part of the population and its measured values. */
export interface Stratum {
  population: number;
  values: readonly number[];
}

/** A mean over the whole population, from samples of its parts. */
export interface StratifiedMean {
  kind: "stratified_mean";
  mean: number;
  /** Share of the population in strata with at least one value, which the mean represents. */
  covered: number;
  standard_error: number | Undefined;
  interval: Interval | Undefined;
}

export interface StratifiedOptions {
  level?: number;
  /**
   * Treats measured values as certain (the default), so that a census has no error. Not appropriate for a difference between two
   * experiments, where even a census would vary the next time.
   */
  finitePopulation?: boolean;
  /** Bounds of the scale, at which the interval is cut. */
  scale?: Scale;
}

/**
 * Mean of a population whose strata were sampled at different rates: mean = Σ W_h m_h with W_h the stratum's share of the
 * population, SE² = Σ W_h² (1 − n_h/N_h) s_h²/n_h, and an interval as in `meanInterval`, with Satterthwaite's degrees of freedom.
 *
 * Strata without a value are ignored and lower `covered`. A stratum with one value takes the pooled variance of the
 * others; where no stratum has two values there is no standard error. A census (n_h = N_h) has no sampling error.
 *
 * Source: Cochran, Sampling Techniques, 3rd edition, sections 5.3 to 5.4; Satterthwaite (1946) for the degrees of freedom.
 *
 * @example statistics.stratifiedMean([{ population: 30, values: [4, 6] }, { population: 10, values: [9, 9] }]).mean // 6
 */
export function stratifiedMean(
  strata: readonly Stratum[],
  { level, scale, finitePopulation = true }: StratifiedOptions = {},
): StratifiedMean | Undefined {
  const estimate = stratifiedEstimate(strata, finitePopulation);
  if (estimate === null) return undefinedBecause("no stratum has a value");
  const shared = { kind: "stratified_mean", mean: estimate.mean, covered: estimate.covered } as const;
  if (estimate.parts === null) {
    const unknown = undefinedBecause("no stratum has two values");
    return { ...shared, standard_error: unknown, interval: unknown };
  }
  const total = satterthwaite(estimate.parts);
  if (total.error === 0) {
    const reason = estimate.spreads ? "the whole population was measured" : "all values within a stratum are the same";
    return { ...shared, standard_error: 0, interval: undefinedBecause(reason) };
  }
  const interval = meanInterval({ value: estimate.mean, ...total, values: estimate.values }, { level, scale });
  return { ...shared, standard_error: total.error, interval };
}

/** A part of an estimate's variance and third moment, with its degrees of freedom. */
export interface VariancePart {
  variance: number;
  third: number;
  freedom: number;
}

export interface StratifiedEstimate {
  mean: number;
  covered: number;
  /** One per stratum with values; null when no stratum has a spread. */
  parts: VariancePart[] | null;
  /** True if values differ within any stratum. */
  spreads: boolean;
  /** Equivalent number of equally weighted values if all strata had the same spread: 1 / Σ W_h²/n_h. */
  values: number;
}

/** The weighted mean and the parts of its variance; null without any value. */
export function stratifiedEstimate(strata: readonly Stratum[], finitePopulation: boolean): StratifiedEstimate | null {
  const measured = strata.filter(({ values }) => values.length > 0);
  if (measured.length === 0) return null;
  const coveredPopulation = sum(measured.map(({ population }) => population));
  const weightOf = ({ population }: Stratum) => population / coveredPopulation;
  const pooled = pooledVariance(measured);
  return {
    mean: sum(measured.map((stratum) => weightOf(stratum) * mean(stratum.values))),
    covered: coveredPopulation / sum(strata.map(({ population }) => population)),
    spreads: pooled !== null && pooled > 0,
    values: 1 / sum(measured.map((stratum) => weightOf(stratum) ** 2 / stratum.values.length)),
    parts:
      pooled === null
        ? null
        : measured.map((stratum) => {
            const { population, values } = stratum;
            const spread = values.length > 1 ? variance(values) : pooled;
            const unsampled = finitePopulation ? Math.max(0, 1 - values.length / population) : 1;
            return {
              variance: weightOf(stratum) ** 2 * unsampled * (spread / values.length),
              third: weightOf(stratum) ** 3 * unsampled ** 1.5 * thirdMomentOfMean(values, mean(values)),
              freedom: Math.max(1, values.length - 1),
            };
          }),
  };
}

/** The error of a sum of independent parts. */
export function satterthwaite(parts: readonly VariancePart[]): Pick<Estimate, "error" | "third" | "freedom"> {
  const squared = sum(parts.map((part) => part.variance));
  const freedom = squared ** 2 / sum(parts.map((part) => part.variance ** 2 / part.freedom));
  return { error: Math.sqrt(squared), third: sum(parts.map(({ third }) => third)), freedom };
}

export function countOf(strata: readonly Stratum[]): number {
  return sum(strata.map(({ values }) => values.length));
}

function pooledVariance(strata: readonly Stratum[]): number | null {
  const usable = strata.filter(({ values }) => values.length > 1);
  if (usable.length === 0) return null;
  const squares = sum(usable.map(({ values }) => variance(values) * (values.length - 1)));
  return squares / sum(usable.map(({ values }) => values.length - 1));
}
