import type {
  ClusteredMean,
  Interval,
  KrippendorffAlpha,
  PairedDifference,
  Proportion,
  Undefined,
} from "../../statistics/index.ts";
import { formatFixed, formatPercent, formatRange, formatSigned } from "../../text/presentation/index.ts";

/** Formats `5.30 to 6.62`, marked if rough. `write` formats an end, with more digits if both would look equal. */
export function formatInterval(
  interval: Interval | Undefined,
  write: (value: number, moreDigits: number) => string,
): string {
  return interval.kind === "interval" ? formatRange(interval, write) : "no interval";
}

/** Formats `83 % (61 % to 94 %)`, or the reason why it is unknown. */
export function formatRate(rate: ClusteredMean | Undefined): string {
  if (rate.kind === "undefined") return `not known, because ${rate.reason}`;
  if (rate.interval.kind === "undefined")
    return `${formatPercent(rate.mean)} (no interval, because ${rate.interval.reason})`;
  return `${formatPercent(rate.mean)} (${formatInterval(rate.interval, (share, more) => formatPercent(share, more))})`;
}

/** Formats `8 % (2 of 24)`, or the reason why it is unknown. */
export function formatShare(share: Proportion | Undefined): string {
  if (share.kind === "undefined") return "not known";
  return `${formatPercent(share.share)} (${share.successes} of ${share.trials})`;
}

/** Applies Krippendorff's limits: reliable from 0.8, tentative from 0.667. */
export function describeAlpha(alpha: KrippendorffAlpha | Undefined): string {
  if (alpha.kind === "undefined") return `not known, because ${alpha.reason}`;
  const meaning =
    alpha.alpha >= 0.8 ? "reliable" : alpha.alpha >= 0.667 ? "good enough for tentative use" : "not reliable";
  return `α ${formatFixed(alpha.alpha, 2)}, ${meaning}`;
}

export function formatMean(value: number | null): string {
  return value === null ? "no score" : formatFixed(value, 2);
}

/** Returns cells for a difference and its interval. */
export function differenceCells(difference: PairedDifference | Undefined): [difference: string, interval: string] {
  if (difference.kind === "undefined") return ["none", difference.reason];
  const { interval } = difference;
  return [
    formatSigned(difference.difference),
    interval.kind === "interval"
      ? formatInterval(interval, (value, more) => formatSigned(value, 2 + more))
      : `none: ${interval.reason}`,
  ];
}
