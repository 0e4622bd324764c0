import { type Interval, type Scale, type Undefined, undefinedBecause } from "../result.ts";
import { shareInterval } from "../wilson.ts";
import { type CorrectedContributions, correctedContributions } from "./corrected-contributions.ts";
import { type CorrectionError, correctionError, FEWEST_TRUSTED_LABELS, ROUGH_LABELS } from "./correction-error.ts";
import { isDrawn, type JudgedUnit, weighUnits } from "./judged-unit.ts";
import { labelCells } from "./label-cells.ts";
import { effectiveLabels, labelsToHalve } from "./label-needs.ts";
import { tunedWeights } from "./tuned-weight.ts";

export interface EstimatedFigure {
  value: number;
  standard_error: number;
  interval: Interval | Undefined;
}

/** Estimates from labels and judge together, and from each alone. */
export interface Correction {
  corrected: EstimatedFigure;
  /** The judge's mean, uncorrected. */
  uncorrected: number;
  labels_alone: EstimatedFigure;
  /** Weight of the judge: 0 ignores it, 1 takes its differences at face value. */
  lambda: number;
  trials: number;
  cases: number;
  labels: number;
  labelled_cases: number;
  /** Number of labels that would give the same interval without the judge. */
  effective_labels: number;
  /** Additional labels that would halve the interval; null if labels alone can't. */
  labels_to_halve: number | null;
}

export interface CorrectedMean extends Correction {
  kind: "corrected_mean";
}

export interface CorrectionOptions {
  level?: number;
  /** Bounds of the scale, at which intervals are cut. */
  scale?: Scale;
  /** A fixed λ, for comparing methods; tuned if omitted. */
  lambda?: number;
}

/**
 * Fewest labels, and labelled cases, of a subject for a correction: fewer don't show a judge's errors, and intervals hold the
 * truth less often than they claim. `npm run validate-statistics` shows it.
 */
const FEWEST_LABELS = 20;

/** Fewest effective labels, for labels drawn with unequal probabilities. */
const FEWEST_EFFECTIVE = 15;

/**
 * Estimates the mean human score of a subject from a judge's scores of all trials and human labels of some, drawn with known
 * probabilities. Cases have equal weight.
 *
 * The estimate is the judge's mean, weighted by λ, plus the labels' deviation from it (prediction-powered inference; in survey
 * sampling, the difference or regression estimator). It is post-stratified, λ is tuned out of fold and clipped to 0 … 1, and the
 * interval covers both samples: that of cases, and that of labels among trials. Even with a bad judge the estimate is unbiased
 * and hardly less precise than labels alone.
 *
 * Labels without a probability were chosen by hand and are ignored. Fewer than 20 labels or labelled cases: undefined. All labels
 * the same: no interval, or Wilson's of the labelled cases on a scale from 0 to 1.
 *
 * Source: Angelopoulos et al., "Prediction-powered inference", Science 382 (2023); PPI++, arXiv 2311.01453; Särndal, Swensson and
 * Wretman, Model Assisted Survey Sampling, chapter 6.
 *
 * @example
 * const units = Array.from({ length: 90 }, (_, i) => ({ case_id: `case_${i}`, judge: 6 + (i % 4), ...(i < 30 ? { label: 5 + (i % 4), probability: 1 / 3 } : {}) }));
 * statistics.correctedMean(units).uncorrected.toFixed(1) // "7.5"
 * statistics.correctedMean(units).corrected.value.toFixed(1) // "6.5"
 */
export function correctedMean(
  units: readonly JudgedUnit[],
  options: CorrectionOptions = {},
): CorrectedMean | Undefined {
  const few = tooFewLabels(units);
  if (few) return few;
  const weighed = weighUnits(units);
  const cells = labelCells(weighed);
  const tuned = options.lambda === undefined ? tunedWeights([{ sign: 1, cells }]) : null;
  const contributions = correctedContributions(cells, (case_id) => options.lambda ?? tuned!.get(case_id)!);
  const scarce = tooFewEffectiveLabels([contributions]);
  if (scarce) return scarce;
  const alone = [{ sign: 1 as const, contributions: correctedContributions(cells, () => 0) }];
  const kind = { isPassRate: isPassRate(units, options) };
  const error = correctionError([{ sign: 1, contributions }], alone, kind);
  return {
    kind: "corrected_mean",
    uncorrected: weighed.reduce((sum, { weight, judge }) => sum + weight * judge, 0),
    ...correctionOf([contributions], error, correctionError(alone, alone, kind), units.length, options),
  };
}

/** True if every label is pass or fail. A half, from disagreeing annotators, makes it a score. */
function isPassRate(units: readonly JudgedUnit[], { scale }: CorrectionOptions): boolean {
  return (
    scale?.low === 0 &&
    scale.high === 1 &&
    units.every(({ label }) => label === undefined || label === 0 || label === 1)
  );
}

/** The reason why no correction is possible, or null. */
export function tooFewLabels(units: readonly JudgedUnit[]): Undefined | null {
  const drawn = units.filter(isDrawn);
  if (drawn.length < FEWEST_LABELS) {
    const byHand = units.filter(({ label }) => label !== undefined).length - drawn.length;
    const rest =
      byHand > 0 ? `; ${byHand} more ${byHand === 1 ? "was" : "were"} chosen by hand, which corrects nothing` : "";
    return undefinedBecause(
      `${drawn.length} of ${units.length} ${units.length === 1 ? "trial" : "trials"} ${drawn.length === 1 ? "has" : "have"} a label that was drawn at random, and at least ${FEWEST_LABELS} are needed${rest}`,
    );
  }
  const cases = new Set(drawn.map(({ case_id }) => case_id)).size;
  return cases < FEWEST_LABELS
    ? undefinedBecause(
        `the labels are about ${cases === 1 ? "one case" : `${cases} cases`}, and at least ${FEWEST_LABELS} are needed`,
      )
    : null;
}

/** Rejects labels that represent very different numbers of trials: a few would decide. */
export function tooFewEffectiveLabels(parts: readonly CorrectedContributions[]): Undefined | null {
  const least = Math.min(...parts.map(({ effective_labels }) => effective_labels));
  return least < FEWEST_EFFECTIVE
    ? undefinedBecause(
        `the labels were drawn with such different probabilities that they are worth only ${Math.floor(least)} equally likely ones, and at least ${FEWEST_EFFECTIVE} are needed`,
      )
    : null;
}

/** The part common to a corrected mean and a corrected difference. */
export function correctionOf(
  parts: readonly CorrectedContributions[],
  error: CorrectionError,
  alone: CorrectionError,
  trials: number,
  options: CorrectionOptions,
): Omit<Correction, "uncorrected"> {
  const labels = parts.reduce((sum, { labelled }) => sum + labelled, 0);
  const labelledCases = new Set(parts.flatMap(({ label_parts }) => [...label_parts.keys()])).size;
  const figure = (found: CorrectionError): EstimatedFigure => ({
    value: found.value,
    standard_error: Math.sqrt(found.variance),
    interval: found.variance > 0 ? found.interval(options) : withoutSpread(found.value, labelledCases, options),
  });
  return {
    corrected: figure(error),
    labels_alone: figure(alone),
    lambda: parts.reduce((sum, { lambda }) => sum + lambda, 0) / parts.length,
    trials,
    cases: new Set(parts.flatMap(({ by_case }) => [...by_case.keys()])).size,
    labels,
    labelled_cases: labelledCases,
    effective_labels:
      error.variance > 0
        ? effectiveLabels(labels, trials, { with_judge: error.variance, without_judge: alone.variance })
        : labels,
    labels_to_halve: labelsToHalve({
      variance: error.variance,
      label_variance: error.label_variance,
      labelled: labels,
      trials,
    }),
  };
}

function withoutSpread(value: number, cases: number, { level, scale }: CorrectionOptions): Interval | Undefined {
  if (scale?.low !== 0 || scale.high !== 1) return undefinedBecause("all labels are the same");
  const interval = shareInterval(Math.round(value), cases, level);
  return cases < FEWEST_TRUSTED_LABELS ? { ...interval, rough: ROUGH_LABELS } : interval;
}
