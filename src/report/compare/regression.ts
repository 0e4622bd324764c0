import type { PairedDifference, Undefined } from "../../statistics/index.ts";
import { formatFixed, formatPoints, formatRange } from "../../text/presentation/index.ts";
import type { Comparison } from "../statistics/comparison.ts";
import type { CampaignComparison } from "./compare-campaigns.ts";

export interface RegressionVerdict {
  margin: number;
  regressed: boolean;
  /** Explanation in one sentence. */
  reason: string;
}

/**
 * Decides whether the candidate is worse by more than the margin. The interval decides, not the point estimate: it fails if even the upper
 * end of candidate − base is below −margin, overall or for a model (where the corrected test must agree, as many models mean many chances
 * of bad luck). Without an interval nothing is ruled out, so any drop beyond the margin fails; an equal drop in six or more cases counts as
 * shown.
 */
export function judgeRegression({ overall, models }: CampaignComparison, margin: number): RegressionVerdict {
  const worse = [overall, ...models].find(
    (comparison) =>
      dropsBeyond(comparison, margin) && (comparison === overall || comparison.verdict === "second_better"),
  );
  const allowed = margin > 0 ? ` by more than ${formatPoints(margin)}` : "";
  if (worse) {
    const where = worse === overall ? "" : `${worse.first.id}: `;
    return { margin, regressed: true, reason: `Regression${allowed} shown: ${where}${describeDrop(worse)}.` };
  }
  const { difference } = overall;
  if (difference.kind === "undefined") return { margin, regressed: true, reason: "Nothing could be compared." };
  if (difference.interval.kind === "undefined") return withoutInterval(difference, difference.interval, margin);
  const { low, rough } = difference.interval;
  const mark = rough === undefined ? "" : " (rough)";
  const possible = low < 0 ? ` A drop of up to ${formatPoints(-low)}${mark} can't be ruled out.` : "";
  return { margin, regressed: false, reason: `No regression${allowed} shown.${possible}` };
}

function withoutInterval(
  { difference, cases }: PairedDifference,
  { reason }: Undefined,
  margin: number,
): RegressionVerdict {
  const why = `there is no interval, because ${reason}`;
  if (difference >= -margin) {
    const more = cases > 1 && difference === 0 ? "" : "; compare more cases";
    return { margin, regressed: false, reason: `No regression seen; ${why}${more}.` };
  }
  const size = `The candidate scores ${formatPoints(-difference)} lower`;
  return { margin, regressed: true, reason: `${size}; ${why}, so chance can't be ruled out. Compare more cases.` };
}

/**
 * Returns whether even the better end is below the margin. An equal drop in every case has no interval, so the test must exclude chance.
 */
function dropsBeyond({ difference, verdict }: Comparison, margin: number): boolean {
  if (difference.kind === "undefined") return false;
  const { interval } = difference;
  return interval.kind === "interval"
    ? interval.high < -margin
    : verdict === "second_better" && difference.difference < -margin;
}

function describeDrop({ difference }: Comparison): string {
  if (difference.kind === "undefined") return "";
  const size = `the candidate scores ${formatPoints(-difference.difference)} lower`;
  const { interval } = difference;
  if (interval.kind === "undefined") return `${size} in every case`;
  const range = { ...interval, low: -interval.high, high: -interval.low };
  const digits = formatPoints(0, Math.min(-difference.difference, (interval.high - interval.low) / 2)).length - 2;
  return `${size} (95 % interval of the drop: ${formatRange(range, (value, more) => formatFixed(value, digits + more))})`;
}
