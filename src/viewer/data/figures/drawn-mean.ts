import type { ClusteredMean, StratifiedMean, Undefined } from "../../../statistics/index.ts";
import { formatFixed, formatPercent, rangeWords } from "../../../text/presentation/index.ts";
import type { DrawnMean } from "../../wire/index.ts";

/** A score as it is drawn; null when there is none. */
export function drawnScore(score: ClusteredMean | Undefined): DrawnMean | null {
  return drawn(score, (value, more) => formatFixed(value, 1 + more));
}

/** A mean on a scale of its own, with two digits as the texts about it have it. */
export function drawnOnScale(mean: ClusteredMean | StratifiedMean | Undefined): DrawnMean | null {
  return drawn(mean, (value, more) => formatFixed(value, 2 + more));
}

/** A share of trials as it is drawn; null when nothing decides it. */
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
  const words = `${write(mean, 0)}, 95 % interval ${rangeWords(interval, write)}`;
  return { mean, low, high, rough: interval.rough !== undefined, words };
}
