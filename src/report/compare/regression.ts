import type { PairedDifference, Undefined } from "../../statistics/index.ts";
import { formatFixed, formatPoints, formatRange } from "../../text/presentation/index.ts";
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
 * models mean many chances to be unlucky). Where there is no interval nothing can be ruled out, so any drop beyond the margin fails; the same
 * drop in every one of six or more cases is one that is shown.
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

/** Whether even the better end lies below the margin; the same drop in every case has no ends, and the test has to tell it from chance. */
function dropsBeyond({ difference, verdict }: Comparison, margin: number): boolean {
  if (difference.kind === "undefined") return false;
  const { interval } = difference;
  return interval.kind === "interval"
    ? interval.high < -margin
    : verdict === "second_better" && difference.difference < -margin;
}

function dropWords({ difference }: Comparison): string {
  if (difference.kind === "undefined") return "";
  const size = `the candidate scores ${formatPoints(-difference.difference)} lower`;
  const { interval } = difference;
  if (interval.kind === "undefined") return `${size} in every case`;
  const range = { ...interval, low: -interval.high, high: -interval.low };
  const digits = formatPoints(0, Math.min(-difference.difference, (interval.high - interval.low) / 2)).length - 2;
  return `${size} (95 % interval of the drop: ${formatRange(range, (value, more) => formatFixed(value, digits + more))})`;
}
