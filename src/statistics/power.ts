import { type Undefined, undefinedBecause } from "./result.ts";
import { tQuantile } from "./student-t.ts";

export interface PowerOptions {
  /** Probability of detecting a real difference. */
  power?: number;
  /** Probability of a false detection; divide it by the number of comparisons when there are several. */
  alpha?: number;
}

/**
 * The smallest true difference that a paired comparison of this many cases detects with the given power. A difference is detected
 * once the sign-flip test reaches α and the interval excludes zero. Starts from the textbook's t-test, (t(1−α/2; C−1) + t(power;
 * C−1)) · s / √C, with s the standard deviation of the differences between cases, and is wider for two reasons:
 *
 * - Sign flips know only 2^C results, so with few cases most of them have to point the same way.
 * - s is an estimate. A campaign that happens to see a small spread would promise too much.
 *
 * Both factors were set so that in simulated campaigns of five shapes of scores, up to 100 cases and 2 to 6 models, a difference
 * of the printed size is detected at least 80 times in 100; `npm run validate-statistics` checks it.
 *
 * One case, no spread to judge by (s = 0), or so few cases that all of them have to point the same way: undefined. How often they
 * do depends more on the shape of the scores than on any formula.
 *
 * Source: Zar, Biostatistical Analysis, section 7.7, for the textbook's part.
 *
 * @example statistics.minimumDetectableDifference(1.2, 24).toFixed(2) // "0.89"
 */
export function minimumDetectableDifference(
  standardDeviation: number,
  cases: number,
  { power = 0.8, alpha = 0.05 }: PowerOptions = {},
): number | Undefined {
  if (cases < 2) return undefinedBecause("there is only one case");
  if (standardDeviation === 0) return undefinedBecause("the differences show no spread");
  // Number of sign patterns that may reach as far as the observed one, counting mirror images once.
  const allowed = Math.floor((2 ** cases * alpha) / 2);
  if (allowed < 2)
    return undefinedBecause(`${cases} cases are too few to say how large a difference would be found reliably`);
  const textbook = (tQuantile(1 - alpha / 2, cases - 1) + tQuantile(power, cases - 1)) / Math.sqrt(cases);
  return standardDeviation * textbook * (1.1 + 0.5 / allowed) * (1 + 3 / cases);
}

/** More than any eval has; a difference that needs more cases is out of reach. */
const MOST_CASES = 10_000_000;

/**
 * The fewest cases with which a paired comparison detects a difference of this size with the given power: the smallest
 * C whose minimum detectable difference is not above it. A difference of 0, or one that needs more than ten million
 * cases: undefined.
 *
 * @example statistics.casesNeeded(1.2, 0.5) // 63
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
