import { DEFAULT_LEVEL, type Undefined, undefinedBecause } from "../result.ts";
import { tQuantile } from "../student-t.ts";

/** A stratum of a plan: its size, its labels, and their expected deviation from the judge's prediction. */
interface PlannedStratum {
  size: number;
  labels: number;
  deviation: number;
}

export interface LabelPlanOutline {
  strata: readonly PlannedStratum[];
  cases: number;
  /** Standard deviation between the cases' means of the judge's scores. */
  score_deviation: number;
  level?: number;
}

/**
 * Predicts the half width of a corrected mean's interval, if the plan's deviations are right: t · √(s²/C + Σ W² (1 − n/N) d²/n).
 * More labels reduce the second part, more cases the first.
 *
 * A stratum without a label, or fewer than three labels in all: undefined.
 *
 * Source: Cochran, Sampling Techniques, sections 5.3 and 12.4.
 *
 * @example statistics.promisedHalfWidth({ strata: [{ size: 400, labels: 40, deviation: 1 }], cases: 200, score_deviation: 2 }).toFixed(2) // "0.42"
 */
export function promisedHalfWidth({
  strata,
  cases,
  score_deviation,
  level = DEFAULT_LEVEL,
}: LabelPlanOutline): number | Undefined {
  const population = strata.reduce((sum, { size }) => sum + size, 0);
  const labels = strata.reduce((sum, stratum) => sum + stratum.labels, 0);
  if (strata.some((stratum) => stratum.size > 0 && stratum.labels === 0))
    return undefinedBecause("a stratum gets no label");
  if (labels < 3 || cases < 2) return undefinedBecause("there are too few labels to tell");
  const labelVariance = strata.reduce((sum, { size, labels: own, deviation }) => {
    if (size === 0) return sum;
    return sum + (size / population) ** 2 * Math.max(0, 1 - own / size) * (deviation ** 2 / own);
  }, 0);
  const variance = score_deviation ** 2 / cases + labelVariance;
  return tQuantile(0.5 + level / 2, Math.min(cases - 1, labels - 2)) * Math.sqrt(variance);
}
