import { normalQuantile } from "./normal.ts";
import { DEFAULT_LEVEL, type Interval, type Undefined, undefinedBecause } from "./result.ts";

export interface Proportion {
  kind: "proportion";
  share: number;
  successes: number;
  trials: number;
  interval: Interval;
}

/**
 * Wilson's score interval for a proportion: (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n).
 *
 * Unlike p ± z √(p(1−p)/n) it never leaves 0 … 1, and it says something useful for 0 of n and n of n. Assumes independent trials;
 * repetitions of one case are not, so pass one trial per case. No trials: undefined.
 *
 * Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 *
 * @example statistics.wilsonInterval(8, 8).interval.low.toFixed(2) // "0.68"
 */
export function wilsonInterval(successes: number, trials: number, level = DEFAULT_LEVEL): Proportion | Undefined {
  if (trials === 0) return undefinedBecause("there are no trials");
  const share = successes / trials;
  return { kind: "proportion", share, successes, trials, interval: shareInterval(share, trials, level) };
}

/** Wilson's interval for a share of a possibly fractional number of trials. */
export function shareInterval(share: number, trials: number, level = DEFAULT_LEVEL): Interval {
  const z = normalQuantile(0.5 + level / 2);
  const weight = (z * z) / trials;
  const centre = (share + weight / 2) / (1 + weight);
  const half = (z * Math.sqrt((share * (1 - share)) / trials + weight / (4 * trials))) / (1 + weight);
  return {
    kind: "interval",
    // Rounding must not push the exact ends 0 and 1 inwards.
    low: share === 0 ? 0 : Math.max(0, centre - half),
    high: share === 1 ? 1 : Math.min(1, centre + half),
    level,
  };
}
