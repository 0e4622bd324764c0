import { formatPoints } from "../../presentation/index.ts";
import type { Comparison } from "../statistics/comparison.ts";
import type { CampaignComparison } from "./compare-campaigns.ts";

export interface RegressionVerdict {
  margin: number;
  regressed: boolean;
  /** Why, in a sentence. */
  reason: string;
}

/**
 * Whether the candidate is worse by more than the margin. The interval decides, not the point: it fails when even the upper end of
 * candidate − base lies below −margin, overall or for a model of its own (there the corrected test has to agree, since many
 * models mean many chances to be unlucky). Where the cases are too few for an interval nothing can be ruled out, so any
 * drop beyond the margin fails.
 */
export function judgeRegression({ overall, models }: CampaignComparison, margin: number): RegressionVerdict {
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
