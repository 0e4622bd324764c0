import type { ClusteredMean, Interval, Undefined } from "../../statistics/index.ts";

/** A score or difference of scores, with as many digits as it takes to see `precision`: 0.6, 0.04, 1.00 ± 0.09. */
export function points(value: number, precision = value): string {
  const magnitude = Math.abs(precision);
  return value.toFixed(magnitude === 0 || magnitude >= 0.095 ? 1 : magnitude >= 0.0095 ? 2 : 3);
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function plural(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

export function intervalWords(interval: Interval | Undefined, write: (value: number) => string): string {
  return interval.kind === "interval" ? `${write(interval.low)} to ${write(interval.high)}` : "no interval";
}

/** `83 % (61 % to 94 %)`, or why it is not known. */
export function rateWords(rate: ClusteredMean | Undefined): string {
  if (rate.kind === "undefined") return `not known, because ${rate.reason}`;
  if (rate.interval.kind === "undefined") {
    const reason = rate.cases > 1 ? "it is the same in every case" : rate.interval.reason;
    return `${percent(rate.mean)} (no interval, because ${reason})`;
  }
  return `${percent(rate.mean)} (${intervalWords(rate.interval, percent)})`;
}

/** `p = 0.012`, `p < 0.001`. */
export function pWords(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
}
