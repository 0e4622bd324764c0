import {
  casesNeeded,
  holmAdjusted,
  minimumDetectableDifference,
  type PairedDifference,
  pairedDifference,
  type ScoresByCase,
  tTestP,
  type Undefined,
  undefinedBecause,
} from "../../statistics/index.ts";
import { formatFixed, formatPoints, plural } from "../../text/presentation/index.ts";
import { formatInterval } from "./format-figures.ts";
import { SCORE_SCALE } from "./score-table.ts";

export interface Side {
  id: string;
  label: string;
}

/** Two sides on their common cases, with the conclusion. */
export interface Comparison {
  first: Side;
  second: Side;
  /** Distance of `first` above `second`. */
  difference: PairedDifference | Undefined;
  /** p-value of the permutation test (the t-test if all cases have the same sign), Holm-corrected over all pairs. */
  p_adjusted: number | null;
  verdict: "first_better" | "second_better" | "no_difference_shown" | "undetermined";
  /** True difference that at least four of five such campaigns would show. */
  detectable: number | Undefined;
  /** Cases needed to show a true difference of the observed size as often. */
  cases_needed: number | Undefined;
  /** The verdict in plain words. */
  sentence: string;
}

const ALPHA = 0.05;

/** Five cases have the same sign by chance in one of 16 campaigns; only six or more can reach p < 0.05. */
export const FEWEST_CASES = 6;

/** Computes first minus second by case. `pairs` is the number of comparisons to correct for. */
export function compareSides(first: ScoresByCase, second: ScoresByCase, pairs: number): PairedDifference | Undefined {
  // The smallest possible p-value of random flips, times the number of pairs, must be well below the level.
  return pairedDifference(second, first, { draws: Math.max(9_999, 40 * pairs - 1), scale: SCORE_SCALE });
}

/**
 * Corrects p-values of many pairs by Holm's method; null without one. Never returns less than the permutation test's own p-value, whichever
 * test it used.
 */
export function correctedP(differences: readonly (PairedDifference | Undefined)[]): (number | null)[] {
  const tested = differences.flatMap((difference, index) => {
    const p = pForCorrection(difference, differences.length);
    return p === null ? [] : [{ index, ...p }];
  });
  const adjusted = holmAdjusted(tested.map(({ p }) => p));
  const corrected: (number | null)[] = differences.map(() => null);
  for (const [position, { index, own }] of tested.entries()) corrected[index] = Math.max(own, adjusted[position]!);
  return corrected;
}

/**
 * Chooses the p-value to correct. If all cases have the same sign, sign flips give at least 2/2^n, which times many pairs could never show
 * a difference (eight cases and six models), so the paired t-test, which considers sizes, is used instead.
 */
function pForCorrection(difference: PairedDifference | Undefined, pairs: number): { p: number; own: number } | null {
  if (difference.kind === "undefined" || difference.test.kind === "undefined") return null;
  const { test, cases, better, worse, standard_error } = difference;
  const own = test.p_value;
  const saturated = pairs > 1 && test.method === "exact" && (better === cases || worse === cases);
  if (!saturated || cases < FEWEST_CASES || typeof standard_error !== "number" || standard_error === 0)
    return { p: own, own };
  return { p: Math.min(own, tTestP(difference.difference / standard_error, cases - 1)), own };
}

/**
 * Concludes from a difference: it is shown if the corrected permutation test and the interval agree. An equal difference in every case has
 * no interval, so the test alone decides. `pairs` is the number of tests corrected for: with more of them, only larger differences can be
 * detected.
 */
export function concludeComparison(
  pair: { first: Side; second: Side; difference: PairedDifference | Undefined },
  pAdjusted: number | null,
  pairs: number,
): Comparison {
  const { difference } = pair;
  const spread = difference.kind === "difference" ? difference.standard_deviation : null;
  const strictness = { alpha: ALPHA / Math.max(1, pairs) };
  const unknown = undefinedBecause("there are fewer than two shared cases");
  const comparison = {
    ...pair,
    p_adjusted: pAdjusted,
    verdict: verdictOf(difference, pAdjusted),
    detectable:
      spread === null || difference.kind === "undefined"
        ? unknown
        : detectableOnScale(spread, difference.cases, strictness),
    cases_needed:
      spread === null || difference.kind === "undefined"
        ? unknown
        : casesNeeded(spread, difference.difference, strictness),
  };
  // Unnamed sides are called "the base" and "the candidate".
  return { ...comparison, sentence: sentenceOf(comparison).replace(/^the /, "The ") };
}

function detectableOnScale(spread: number, cases: number, strictness: { alpha: number }): number | Undefined {
  const detectable = minimumDetectableDifference(spread, cases, strictness);
  return typeof detectable === "number" && detectable > SCORE_SCALE.high - SCORE_SCALE.low
    ? undefinedBecause("these cases are too few to show even a difference of the whole scale reliably")
    : detectable;
}

function verdictOf(difference: PairedDifference | Undefined, pAdjusted: number | null): Comparison["verdict"] {
  if (difference.kind === "undefined" || pAdjusted === null || difference.cases < 2) return "undetermined";
  const { interval, cases } = difference;
  const holdsZero = interval.kind === "interval" && interval.low <= 0 && interval.high >= 0;
  if (cases < FEWEST_CASES || pAdjusted > ALPHA || holdsZero) return "no_difference_shown";
  return difference.difference > 0 ? "first_better" : "second_better";
}

function sentenceOf({ first, second, difference, verdict, detectable }: Omit<Comparison, "sentence">): string {
  const [a, b] = [first.label, second.label];
  if (difference.kind === "undefined") return `${a} and ${b} have no scored case in common.`;
  const { cases, better, worse } = difference;
  if (cases === 1) return `${a} and ${b} share only one scored case, which can't show a difference.`;
  if (better === 0 && worse === 0) return `${a} and ${b} score the same in all ${plural(cases, "shared case")}.`;
  const size = Math.abs(difference.difference);
  if (verdict === "first_better" || verdict === "second_better") {
    const [winner, loser] = verdict === "first_better" ? [a, b] : [b, a];
    return `${winner} is better than ${loser} by ${describeSize(size, difference)}.`;
  }
  if (cases < FEWEST_CASES) return `No difference shown between ${a} and ${b}: ${explainTooFewCases(cases)}.`;
  if (difference.standard_deviation === 0) return `No difference shown between ${a} and ${b}.`;
  const limit = typeof detectable === "number" ? describeDetectable(detectable) : detectable.reason;
  return `No difference shown between ${a} and ${b}; ${limit}.`;
}

/** Rounds up: what holds for a difference also holds for larger ones. */
function describeDetectable(detectable: number): string {
  const step = detectable >= 0.095 ? 0.1 : detectable >= 0.0095 ? 0.01 : 0.001;
  const size = formatPoints(Math.ceil(detectable / step - 1e-9) * step, detectable);
  return `a campaign like this finds a true difference of ${size} or more at least four times out of five`;
}

function describeSize(size: number, { difference, interval }: PairedDifference): string {
  if (interval.kind === "undefined") return `${formatPoints(size)} in every case`;
  const { low, high } = interval;
  const range = difference < 0 ? { ...interval, low: -high, high: -low } : interval;
  const precision = Math.min(size, (high - low) / 2);
  const digits = formatPoints(0, precision).length - 2;
  return `${formatFixed(size, digits)}, 95 % interval ${formatInterval(range, (value, more) => formatFixed(value, digits + more))}`;
}

/** Explains why this number of common cases cannot show any difference. */
export function explainTooFewCases(cases: number): string {
  return `${plural(cases, "shared case")} can't show any, at least ${FEWEST_CASES} are needed`;
}
