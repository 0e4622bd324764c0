import { formatPercent } from "../../presentation/index.ts";
import type { ClusteredMean, Interval, Undefined } from "../../statistics/index.ts";

export function intervalWords(interval: Interval | Undefined, write: (value: number) => string): string {
  return interval.kind === "interval" ? `${write(interval.low)} to ${write(interval.high)}` : "no interval";
}

/** `83 % (61 % to 94 %)`, or why it is not known. */
export function rateWords(rate: ClusteredMean | Undefined): string {
  if (rate.kind === "undefined") return `not known, because ${rate.reason}`;
  if (rate.interval.kind === "undefined") {
    const reason = rate.cases > 1 ? "it is the same in every case" : rate.interval.reason;
    return `${formatPercent(rate.mean)} (no interval, because ${reason})`;
  }
  return `${formatPercent(rate.mean)} (${intervalWords(rate.interval, (share) => formatPercent(share))})`;
}
