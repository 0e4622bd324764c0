import type { rubric } from "../../judging/index.ts";
import { formatFixed, formatRange, plural } from "../../text/presentation/index.ts";

/** Conclusion from a rubric judging. */
export interface RubricVerdict {
  sentence: string;
  /** True if it names a winner, or a figure without comparison. */
  isDecided: boolean;
}

type Difference = rubric.RubricSummary["differences"][number];

const ALPHA = 0.05;
const MOST_SENTENCES = 3;

/** Returns the better variant in a dimension, by model and set, or a single variant's score. */
export function rubricVerdict(summary: rubric.RubricSummary, dimension: string | undefined): RubricVerdict[] {
  if (dimension === undefined) return [];
  const differences = summary.differences.filter((row) => row.dimension === dimension);
  const shown = differences.filter(isShown);
  if (shown.length > 0) {
    const rest = shown.length - MOST_SENTENCES;
    const more =
      rest > 0 ? [{ sentence: `${plural(rest, "more difference")} shown; summary.md has all.`, isDecided: true }] : [];
    return [...shown.slice(0, MOST_SENTENCES).map((row) => winnerSentence(row, dimension)), ...more];
  }
  const tested = differences.filter(({ difference }) => difference.kind === "difference").length;
  if (tested > 0) {
    const sentence = `No difference in ${dimension} shown between variants (${plural(tested, "comparison")}).`;
    return [{ sentence, isDecided: false }];
  }
  const [only, ...others] = summary.means.filter((row) => row.dimension === dimension);
  if (!only || others.length > 0 || only.mean.kind === "undefined") return [];
  const { mean, cases, interval } = only.mean;
  const range =
    interval.kind === "interval"
      ? `, 95 % interval ${formatRange(interval, (value, more_) => formatFixed(value, 2 + more_))}`
      : "";
  const sentence = `${only.model} ${only.prompt_variant} scores ${formatFixed(mean, 2)} in ${dimension} on ${plural(cases, "question")}${range}.`;
  return [{ sentence, isDecided: true }];
}

/** Requires both the corrected test and the interval, as everywhere in Assay. */
function isShown({ difference, p_adjusted }: Difference): boolean {
  if (difference.kind === "undefined" || p_adjusted === null || p_adjusted > ALPHA) return false;
  const { interval } = difference;
  return interval.kind === "undefined" || interval.low > 0 || interval.high < 0;
}

/** `difference` is second minus first. */
function winnerSentence(
  { model, eval_set_variant, first, second, difference }: Difference,
  dimension: string,
): RubricVerdict {
  if (difference.kind === "undefined") throw new Error("a difference that is shown has a size");
  const by = difference.difference;
  const [better, worse] = by > 0 ? [second, first] : [first, second];
  const { interval } = difference;
  const ends =
    interval.kind === "undefined"
      ? null
      : by > 0
        ? interval
        : { ...interval, low: -interval.high, high: -interval.low };
  const range = ends
    ? `, 95 % interval ${formatRange(ends, (value, more) => formatFixed(value, 2 + more))}`
    : " on every question";
  const where = `${model}, ${eval_set_variant}`;
  return {
    sentence: `${where}: ${better} is better than ${worse} in ${dimension} by ${formatFixed(Math.abs(by), 2)}${range}.`,
    isDecided: true,
  };
}
