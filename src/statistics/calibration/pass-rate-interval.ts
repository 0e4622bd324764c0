import type { Interval } from "../result.ts";
import { shareInterval } from "../wilson.ts";

/**
 * Wilson's interval of a corrected pass rate: that of a share of as many independent trials as would have its variance, θ(1 − θ) / variance. A share with its
 * variance knows that passes and failures are all there is, which the t interval of a mean does not: of 30 labels, of which 67.5 % pass in truth, the t interval with
 * Hall's correction holds the truth 98.1 times in 100, this one 95.0 times, and it is a tenth narrower.
 *
 * Null where the estimate lies at an end of the scale or beyond it, as a judge can move it: there is no such share.
 *
 * Source: Franco, Little, Louis and Slud, "Comparative study of confidence intervals for proportions in complex sample surveys", Journal of Survey Statistics and
 * Methodology 7 (2019).
 */
export function passRateInterval(
  { value, variance }: { value: number; variance: number },
  level: number | undefined,
): Interval | null {
  return value > 0 && value < 1 && variance > 0 ? shareInterval(value, (value * (1 - value)) / variance, level) : null;
}
