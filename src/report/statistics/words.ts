import type { ClusteredMean, Interval, PairedDifference, Undefined } from "../../statistics/index.ts";
import { formatFixed, formatPercent, formatRange, formatSigned } from "../../text/presentation/index.ts";

/** `5.30 to 6.62`, with a mark when it is rough. `write` spells an end, with more digits where both would look the same. */
export function intervalWords(
  interval: Interval | Undefined,
  write: (value: number, moreDigits: number) => string,
): string {
  return interval.kind === "interval" ? formatRange(interval, write) : "no interval";
}

/** `83 % (61 % to 94 %)`, or why it is not known. */
export function rateWords(rate: ClusteredMean | Undefined): string {
  if (rate.kind === "undefined") return `not known, because ${rate.reason}`;
  if (rate.interval.kind === "undefined")
    return `${formatPercent(rate.mean)} (no interval, because ${rate.interval.reason})`;
  return `${formatPercent(rate.mean)} (${intervalWords(rate.interval, (share, more) => formatPercent(share, more))})`;
}

export function meanWords(value: number | null): string {
  return value === null ? "no score" : formatFixed(value, 2);
}

/** A difference and its interval, each for a cell of its own. */
export function differenceCells(difference: PairedDifference | Undefined): [difference: string, interval: string] {
  if (difference.kind === "undefined") return ["none", difference.reason];
  const { interval } = difference;
  return [
    formatSigned(difference.difference),
    interval.kind === "interval"
      ? intervalWords(interval, (value, more) => formatSigned(value, 2 + more))
      : `none: ${interval.reason}`,
  ];
}
