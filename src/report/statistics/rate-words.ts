import type { KrippendorffAlpha, Proportion, Undefined } from "../../statistics/index.ts";
import { formatFixed, formatPercent } from "../../text/presentation/index.ts";

/** `8 % (2 of 24)`, or why it is not known. */
export function shareWords(share: Proportion | Undefined): string {
  if (share.kind === "undefined") return "not known";
  return `${formatPercent(share.share)} (${share.successes} of ${share.trials})`;
}

/** Krippendorff's own limits: rely on 0.8 and more, draw tentative conclusions from 0.667. */
export function alphaWords(alpha: KrippendorffAlpha | Undefined): string {
  if (alpha.kind === "undefined") return `not known, because ${alpha.reason}`;
  const meaning =
    alpha.alpha >= 0.8 ? "reliable" : alpha.alpha >= 0.667 ? "good enough for tentative use" : "not reliable";
  return `α ${formatFixed(alpha.alpha, 2)}, ${meaning}`;
}
