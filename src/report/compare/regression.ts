import { agree, formatPoints, plural } from "../../presentation/index.ts";
import type { Comparison } from "../statistics/comparison.ts";
import type { CampaignComparison } from "./compare-campaigns.ts";

export interface RegressionVerdict {
  margin: number;
  /** `undecided`: no regression shown, but the candidate has cases whose outcome is not known. Only `no_regression` passes a gate. */
  decision: "regression" | "no_regression" | "undecided";
  regressed: boolean;
  /** Trials of the base and the candidate that were left out because they are not current or have no score. */
  left_out: { base: number; candidate: number };
  /** Why, in a sentence. */
  reason: string;
}

/**
 * Whether the candidate is worse by more than the margin. The interval decides, not the point: it fails when even the upper end of
 * candidate − base lies below −margin, overall or for a model of its own (there the corrected test has to agree, since many
 * models mean many chances to be unlucky). Where the cases are too few for an interval nothing can be ruled out, so any
 * drop beyond the margin fails.
 */
export function judgeRegression(comparison: CampaignComparison, margin: number): RegressionVerdict {
  const { left_out, undecided_cases: undecided } = comparison;
  const shown = judgeScores(comparison, margin);
  const left = { base: left_out.base.length, candidate: left_out.candidate.length };
  if (shown.regressed || undecided.length === 0)
    return { ...shown, decision: shown.regressed ? "regression" : "no_regression", left_out: left };
  const [first] = undecided;
  const which = undecided.length === 1 ? first : `${first} and ${undecided.length - 1} more`;
  const reason = `Not decided: the candidate has no current score in ${plural(undecided.length, "case")} that the base has one in (${which}). \`assay run-eval\` runs and judges what is missing. In the ${plural(comparison.cases.length, "case")} that ${agree(comparison.cases.length, "is", "are")} current: ${shown.reason}`;
  return { ...shown, decision: "undecided", left_out: left, reason };
}

function judgeScores(
  { overall, models }: CampaignComparison,
  margin: number,
): Pick<RegressionVerdict, "margin" | "regressed" | "reason"> {
  const worse = [overall, ...models].find(
    (comparison) =>
      dropsBeyond(comparison, margin) && (comparison === overall || comparison.verdict === "second_better"),
  );
  const allowed = margin > 0 ? ` by more than ${formatPoints(margin)}` : "";
  if (worse) {
    const where = worse === overall ? "" : `${worse.first.id}: `;
    return { margin, regressed: true, reason: `Regression${allowed} shown: ${where}${dropWords(worse)}.` };
  }
  const { difference } = overall;
  if (difference.kind === "undefined") return { margin, regressed: true, reason: "Nothing could be compared." };
  if (difference.interval.kind === "undefined") {
    const regressed = difference.difference < -margin;
    return {
      margin,
      regressed,
      reason: regressed
        ? `The candidate scores ${formatPoints(-difference.difference)} lower, and ${difference.interval.reason}, so chance can't be ruled out nor counted on; compare more cases.`
        : `No regression seen, but ${difference.interval.reason}; compare more cases.`,
    };
  }
  const possible =
    difference.interval.low < 0 ? ` A drop of up to ${formatPoints(-difference.interval.low)} can't be ruled out.` : "";
  return { margin, regressed: false, reason: `No regression${allowed} shown.${possible}` };
}

function dropsBeyond({ difference }: Comparison, margin: number): boolean {
  return (
    difference.kind === "difference" && difference.interval.kind === "interval" && difference.interval.high < -margin
  );
}

function dropWords({ difference }: Comparison): string {
  if (difference.kind === "undefined" || difference.interval.kind === "undefined") return "";
  const { low, high } = difference.interval;
  return `the candidate scores ${formatPoints(-difference.difference)} lower (95 % interval ${formatPoints(-high)} to ${formatPoints(-low)} lower)`;
}
