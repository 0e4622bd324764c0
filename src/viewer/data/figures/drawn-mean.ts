import type { ClusteredMean, StratifiedMean, Undefined } from "../../../statistics/index.ts";
import { formatFixed, formatPercent, formatRange } from "../../../text/presentation/index.ts";
import type { DrawnMean } from "../../wire/index.ts";

/** Formats a score for drawing; null without a score. */
export function drawnScore(score: ClusteredMean | Undefined): DrawnMean | null {
  return drawn(score, (value, more) => formatFixed(value, 1 + more));
}

/** Formats a mean on a scale of its own, with two digits like the texts about it. */
export function drawnOnScale(mean: ClusteredMean | StratifiedMean | Undefined): DrawnMean | null {
  return drawn(mean, (value, more) => formatFixed(value, 2 + more));
}

/** Formats a share of trials for drawing; null if it is undefined. */
export function drawnShare(share: ClusteredMean | Undefined): DrawnMean | null {
  return drawn(share, (value, more) => formatPercent(value, more));
}

function drawn(
  figure: ClusteredMean | StratifiedMean | Undefined,
  write: (value: number, moreDigits: number) => string,
): DrawnMean | null {
  if (figure.kind === "undefined") return null;
  const { mean, interval } = figure;
  if (interval.kind === "undefined")
    return { mean, low: null, high: null, rough: false, words: `${write(mean, 0)}, no interval: ${interval.reason}` };
  const { low, high } = interval;
  const words = `${write(mean, 0)}, 95 % interval ${formatRange(interval, write)}`;
  return { mean, low, high, rough: interval.rough !== undefined, words };
}
