import { casesNeeded } from "../../statistics/index.ts";
import { formatPoints, plural } from "../../text/presentation/index.ts";
import { type Comparison, FEWEST_CASES } from "../statistics/comparison.ts";

/**
 * `regressed`: worse, and not shown to be within the margin. `improved`: better, possibly by more than the margin. `no_change_shown`: a
 * drop beyond the margin is ruled out. `too_little_data`: undecided.
 */
export type GateAnswer = "regressed" | "improved" | "no_change_shown" | "too_little_data";

export interface AnsweredComparison {
  answer: GateAnswer;
  /** With `too_little_data`: estimated number of cases for an answer, four times out of five; null if unknown. */
  cases_needed: number | null;
  /** The answer in plain words. */
  sentence: string;
}

/**
 * Answers what a comparison of a candidate (`first`) with its base says about a margin in points. `tests` is the number of simultaneous
 * questions.
 */
export function answerAbout(comparison: Comparison, margin: number, tests: number): AnsweredComparison {
  const { difference, verdict, sentence } = comparison;
  const unanswered = (needed: number | null, why: string): AnsweredComparison => ({
    answer: "too_little_data",
    cases_needed: needed,
    sentence: why,
  });
  if (difference.kind === "undefined") return unanswered(FEWEST_CASES, sentence);
  const { interval, cases, better, worse } = difference;
  const isSame = better === 0 && worse === 0;
  if (cases < FEWEST_CASES) return unanswered(FEWEST_CASES, sentence);
  const [low, high] =
    interval.kind === "interval" ? [interval.low, interval.high] : [difference.difference, difference.difference];
  const answered = (answer: GateAnswer, words: string): AnsweredComparison => ({
    answer,
    cases_needed: null,
    sentence: words,
  });
  const within = `A drop of more than ${formatPoints(margin)} is ruled out.`;
  if (verdict === "second_better" && low < -margin) return answered("regressed", sentence);
  if (verdict === "first_better" && high > margin) return answered("improved", sentence);
  if (low >= -margin) return answered("no_change_shown", isSame ? sentence : `${sentence} ${within}`);
  const needed = casesFor(comparison, margin, tests);
  const more = needed === null ? "" : ` About ${plural(needed, "case")} would tell.`;
  const reach = `A drop of up to ${formatPoints(-low)} can't be ruled out.`;
  return unanswered(needed, `${sentence} ${reach}${more}`);
}

/** Estimates the cases needed to show a drop of the margin, or without a margin, of the size seen. */
function casesFor({ difference }: Comparison, margin: number, tests: number): number | null {
  if (difference.kind === "undefined" || difference.standard_deviation === null) return null;
  const wished = margin > 0 ? margin : difference.difference;
  // A campaign may by chance have a small spread and ask for too few cases; the factor was chosen by simulation, `npm run
  // validate-statistics gate`.
  const spread = difference.standard_deviation * (1 + 2.5 / difference.cases);
  const needed = casesNeeded(spread, wished, { alpha: 0.05 / Math.max(1, tests) });
  // This campaign's number of cases was not enough.
  return typeof needed === "number" ? Math.max(needed, difference.cases + 1) : null;
}
