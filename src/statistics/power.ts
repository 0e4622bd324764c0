import { type Undefined, undefinedBecause } from "./result.ts";
import { tQuantile } from "./student-t.ts";

export interface PowerOptions {
  /** Chance to see a difference that is really there. */
  power?: number;
  /** Chance to see one that is not there; divide it by the number of comparisons when there are several. */
  alpha?: number;
}

/**
 * The smallest true difference that a paired comparison of this many cases would show with the wished power:
 * (t(1−α/2; C−1) + t(power; C−1)) · s / √C, with s the standard deviation of the differences between cases.
 *
 * One case, or no spread to judge by (s = 0): undefined. The approximation by two t quantiles is within 1 % of the
 * non-central t from six cases on, and errs on the safe side below.
 *
 * Source: Zar, Biostatistical Analysis, section 7.7.
 *
 * @example statistics.minimumDetectableDifference(1.2, 24).toFixed(2) // "0.72"
 */
export function minimumDetectableDifference(
  standardDeviation: number,
  cases: number,
  { power = 0.8, alpha = 0.05 }: PowerOptions = {},
): number | Undefined {
  if (cases < 2) return undefinedBecause("there is only one case");
  if (standardDeviation === 0) return undefinedBecause("the differences show no spread");
  return ((tQuantile(1 - alpha / 2, cases - 1) + tQuantile(power, cases - 1)) * standardDeviation) / Math.sqrt(cases);
}

/** No eval has more cases than this; a wished difference that needs more is as good as none. */
const MOST_CASES = 10_000_000;

/**
 * The fewest cases with which a paired comparison would show a difference of this size with the wished power: the smallest
 * C whose minimum detectable difference is not above it. A difference of 0, or one that needs more than ten million
 * cases: undefined.
 *
 * @example statistics.casesNeeded(1.2, 0.5) // 48
 */
export function casesNeeded(
  standardDeviation: number,
  difference: number,
  options: PowerOptions = {},
): number | Undefined {
  const wished = Math.abs(difference);
  if (wished === 0) return undefinedBecause("a difference of zero can't be shown");
  if (standardDeviation === 0) return undefinedBecause("the differences show no spread");
  const enough = (cases: number) => {
    const detectable = minimumDetectableDifference(standardDeviation, cases, options);
    return typeof detectable === "number" && detectable <= wished;
  };
  if (!enough(MOST_CASES)) return undefinedBecause("it would take more than ten million cases");
  let tooFew = 1;
  let sufficient = 2;
  while (!enough(sufficient)) {
    tooFew = sufficient;
    sufficient *= 2;
  }
  while (sufficient - tooFew > 1) {
    const middle = (tooFew + sufficient) >> 1;
    if (enough(middle)) sufficient = middle;
    else tooFew = middle;
  }
  return sufficient;
}
