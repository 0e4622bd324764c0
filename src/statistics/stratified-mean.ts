import { mean, variance } from "./describe.ts";
import { DEFAULT_LEVEL, type Interval, type Undefined, undefinedBecause } from "./result.ts";
import { tQuantile } from "./student-t.ts";

/** A part of the population and what was measured of it. */
export interface Stratum {
  population: number;
  values: readonly number[];
}

/** A mean over the whole population, from samples of its parts. */
export interface StratifiedMean {
  kind: "stratified_mean";
  mean: number;
  /** Share of the population that lies in strata with at least one value; the mean speaks of these only. */
  covered: number;
  standard_error: number | Undefined;
  interval: Interval | Undefined;
}

/**
 * Mean of a population whose strata were sampled at different rates: mean = Σ W_h m_h with W_h the stratum's share of the
 * population, SE² = Σ W_h² (1 − n_h/N_h) s_h²/n_h, and a t interval with Satterthwaite's degrees of freedom.
 *
 * Strata without a value are left out and lower `covered`. A stratum with one value takes the pooled variance of the
 * others; where no stratum has two values there is no standard error. A census (n_h = N_h) has no sampling error.
 *
 * Source: Cochran, Sampling Techniques, 3rd edition, sections 5.3 to 5.4; Satterthwaite (1946) for the degrees of freedom.
 */
export function stratifiedMean(strata: readonly Stratum[], level = DEFAULT_LEVEL): StratifiedMean | Undefined {
  const measured = strata.filter(({ values }) => values.length > 0);
  if (measured.length === 0) return undefinedBecause("no stratum has a value");
  const coveredPopulation = total(measured.map(({ population }) => population));
  const weightOf = ({ population }: Stratum) => population / coveredPopulation;
  const centre = total(measured.map((stratum) => weightOf(stratum) * mean(stratum.values)));
  const shared = {
    kind: "stratified_mean",
    mean: centre,
    covered: coveredPopulation / total(strata.map(({ population }) => population)),
  } as const;
  const pooled = pooledVariance(measured);
  if (pooled === null) {
    const unknown = undefinedBecause("no stratum has two values");
    return { ...shared, standard_error: unknown, interval: unknown };
  }
  const parts = measured.map((stratum) => {
    const { population, values } = stratum;
    const spread = values.length > 1 ? variance(values) : pooled;
    const unsampled = Math.max(0, 1 - values.length / population);
    return {
      variance: weightOf(stratum) ** 2 * unsampled * (spread / values.length),
      freedom: Math.max(1, values.length - 1),
    };
  });
  const squared = total(parts.map((part) => part.variance));
  if (squared === 0) {
    const reason = pooled === 0 ? "all values within a stratum are the same" : "the whole population was measured";
    return { ...shared, standard_error: 0, interval: undefinedBecause(reason) };
  }
  const freedom = squared ** 2 / total(parts.map((part) => part.variance ** 2 / part.freedom));
  const half = tQuantile(0.5 + level / 2, freedom) * Math.sqrt(squared);
  return {
    ...shared,
    standard_error: Math.sqrt(squared),
    interval: { kind: "interval", low: centre - half, high: centre + half, level },
  };
}

function pooledVariance(strata: readonly Stratum[]): number | null {
  const usable = strata.filter(({ values }) => values.length > 1);
  if (usable.length === 0) return null;
  const squares = total(usable.map(({ values }) => variance(values) * (values.length - 1)));
  return squares / total(usable.map(({ values }) => values.length - 1));
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
