import { type Estimate, meanInterval } from "../mean-interval.ts";
import type { Interval, Scale } from "../result.ts";
import type { CorrectedContributions } from "./corrected-contributions.ts";
import { passRateInterval } from "./pass-rate-interval.ts";

/** A corrected mean that is added to or subtracted from a figure. */
export interface SignedContributions {
  sign: 1 | -1;
  contributions: CorrectedContributions;
}

export interface CorrectionError {
  value: number;
  variance: number;
  /** The part that further labels would reduce. */
  label_variance: number;
  freedom: number;
  interval(options: { level?: number; scale?: Scale }): Interval;
}

/**
 * Number of virtual labels added, with deviations as large as the labels' from their own mean, while few labels show the judge's
 * errors.
 */
const UNSEEN_MISSES = 1.5;

/** Fewest labels for an unmarked interval: fewer show the judge's error rate only by luck. */
export const FEWEST_TRUSTED_LABELS = 30;

export const ROUGH_LABELS = `with labels worth fewer than ${FEWEST_TRUSTED_LABELS} equally likely ones, an interval holds the truth less than 95 times in 100 if the judge errs rarely but badly`;

/**
 * The error of a corrected mean, or of a difference of two on the same cases: the spread between the contributions of cases,
 * C/(C−1) Σ (G − Ḡ)², plus an allowance for errors not seen. Thirty labels that all agree with the judge don't show that it is
 * never wrong; so up to one and a half virtual labels are added that deviate as far as labels alone (`alone`) from their mean,
 * more if fewer labels determine the spread. Chosen by simulation: without them, intervals for good judges and 30 labels of pass
 * or fail hold the truth 91 times in 100; with all of them everywhere, intervals for good judges and 30 scores do so 97.4 times.
 * The interval is as `meanInterval` has it, and rough below 30 labels; its degrees of freedom are those of the cases or of the
 * effective labels, whichever are fewer, less one for λ. That of a pass rate is Wilson's from 30 labels on, if all have equal
 * weight: where a few outweigh the rest, its ends are too close.
 */
export function correctionError(
  parts: readonly SignedContributions[],
  alone: readonly SignedContributions[],
  { isPassRate = false } = {},
): CorrectionError {
  const contributions = sumByCase(parts, ({ by_case }) => by_case);
  const value = parts.reduce((total, { sign, contributions: part }) => total + sign * part.value, 0);
  const labels = Math.min(...parts.map(({ contributions: part }) => part.effective_labels));
  const unseen =
    (UNSEEN_MISSES * rarityOfMisses(parts) * squaresOf(alone)) / labels +
    parts.reduce((total, { contributions: part }) => total + part.borrowed_variance, 0);
  const centre = value / contributions.size;
  let squares = 0;
  let third = 0;
  for (const contribution of contributions.values()) {
    squares += (contribution - centre) ** 2;
    third += (contribution - centre) ** 3;
  }
  const spread = (squares * contributions.size) / (contributions.size - 1) + unseen;
  // Rounding residue where all labels are the same.
  const variance = spread < 1e-24 * Math.max(1, value ** 2) ? 0 : spread;
  const freedom = Math.max(1, Math.min(contributions.size - 1, labels - 2));
  const estimate: Estimate = { value, error: Math.sqrt(variance), third, freedom, values: labels };
  return {
    value,
    variance,
    label_variance: Math.min(variance, squaresOf(parts) + unseen),
    freedom,
    interval(options) {
      if (labels < FEWEST_TRUSTED_LABELS * (1 - 1e-9))
        return { ...meanInterval(estimate, options), rough: ROUGH_LABELS };
      const share = isPassRate && haveSameSay(parts) ? passRateInterval({ value, variance }, options.level) : null;
      return share ?? meanInterval(estimate, options);
    },
  };
}

/**
 * From 0, where misses are distributed normally or more evenly, to 1, where there are none. The number of labels that determine
 * the spread is (Σ r²)² / Σ r⁴, which is all of them where all miss by the same, a third under a bell curve, and the number of
 * misses where few labels miss at all.
 */
function rarityOfMisses(parts: readonly SignedContributions[]): number {
  let [squares, fourth] = [0, 0];
  const misses = sumByCase(parts, ({ label_parts }) => label_parts);
  for (const miss of misses.values()) {
    squares += miss ** 2;
    fourth += miss ** 4;
  }
  if (fourth === 0) return 1;
  return Math.max(0, 1 - (3 * squares ** 2) / fourth / misses.size);
}

/** True if labelled cases have equal weight, as they do when all were equally likely to be drawn. */
function haveSameSay(parts: readonly SignedContributions[]): boolean {
  return parts.every(
    ({ contributions: { effective_labels, label_parts } }) => effective_labels > 0.99 * label_parts.size,
  );
}

/** The part of the variance that comes from labels. */
function squaresOf(parts: readonly SignedContributions[]): number {
  let squares = 0;
  for (const part of sumByCase(parts, ({ label_parts }) => label_parts).values()) squares += part ** 2;
  return squares;
}

function sumByCase(
  parts: readonly SignedContributions[],
  pick: (contributions: CorrectedContributions) => Map<string, number>,
): Map<string, number> {
  if (parts.length === 1 && parts[0]!.sign === 1) return pick(parts[0]!.contributions);
  const sums = new Map<string, number>();
  for (const { sign, contributions } of parts)
    for (const [case_id, amount] of pick(contributions)) sums.set(case_id, (sums.get(case_id) ?? 0) + sign * amount);
  return sums;
}
