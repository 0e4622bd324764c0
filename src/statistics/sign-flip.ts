import { seededRandom } from "./random.ts";
import { type Undefined, undefinedBecause } from "./result.ts";

export interface SignFlipOptions {
  /** Number of random flips when patterns are not enumerated. */
  draws?: number;
  seed?: number;
}

/** Probability that chance alone, without a difference, gives a sum of differences at least this far from zero. */
export interface SignFlipTest {
  kind: "test";
  p_value: number;
  method: "exact" | "monte_carlo";
  /** Number of sign patterns evaluated. */
  patterns: number;
}

/** Twelve differences under all signs, twice, take a millisecond. Beyond, sampling is as good to two digits. */
const MOST_CASES_ENUMERATED = 24;

/**
 * Tolerance for equal sums, relative to all differences together. A mean of three runs is 7.333…, so sums that are equal on paper
 * differ in their last digits; unequal scores of people or judges are never that close.
 */
const TIE = 1e-8;

/**
 * Two-sided sign-flip permutation test on paired differences, one per case. If the two sides were interchangeable, every
 * difference could just as well have the other sign; p is the share of sign patterns with |Σ ±d| ≥ |Σ d|. No assumption of
 * normality, and exact for up to 24 cases with a difference; beyond that from random patterns, p = (hits + 1)/(draws + 1), which
 * never claims more than the draws can show.
 *
 * Differences of zero change no sum and are ignored; when all are zero, p = 1. No cases: undefined. n cases can give no p below 2
 * / 2^n, so fewer than six can never reach 0.05.
 *
 * Source: Fisher, The Design of Experiments (1935), section 21; Phipson and Smyth (2010) for the + 1.
 *
 * @example statistics.signFlipTest([1, 2, 1, 3, 2, 1]).p_value // 0.03125
 */
export function signFlipTest(
  differences: readonly number[],
  { draws = 9_999, seed = 1 }: SignFlipOptions = {},
): SignFlipTest | Undefined {
  if (differences.length === 0) return undefinedBecause("no case has a score on both sides");
  const moved = Float64Array.from(differences.filter((difference) => difference !== 0));
  if (moved.length === 0) return { kind: "test", p_value: 1, method: "exact", patterns: 1 };
  const scale = moved.reduce((sum, difference) => sum + Math.abs(difference), 0);
  const atLeast = Math.abs(moved.reduce((sum, difference) => sum + difference, 0)) - scale * TIE;
  return moved.length <= MOST_CASES_ENUMERATED ? enumerate(moved, atLeast) : sample(moved, atLeast, draws, seed);
}

/**
 * Counts all patterns without visiting each: every pattern combines one of the first half and one of the second, and with both
 * halves' sums sorted, a single pass over both lists finds the partners that reach far enough. −pattern reaches as far as
 * pattern, so only sums far above are counted.
 */
function enumerate(differences: Float64Array, atLeast: number): SignFlipTest {
  const patterns = 2 ** differences.length;
  if (atLeast <= 0) return { kind: "test", p_value: 1, method: "exact", patterns };
  const half = differences.length >> 1;
  const ascending = signedSums(differences.subarray(0, half)).sort();
  const others = signedSums(differences.subarray(half)).sort();
  let hits = 0;
  let partner = others.length;
  for (const sum of ascending) {
    while (partner > 0 && sum + others[partner - 1]! >= atLeast) partner--;
    hits += others.length - partner;
  }
  return { kind: "test", p_value: (2 * hits) / patterns, method: "exact", patterns };
}

function signedSums(differences: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** differences.length);
  for (const [index, difference] of differences.entries()) {
    const known = 2 ** index;
    for (let pattern = 0; pattern < known; pattern++) {
      sums[known + pattern] = sums[pattern]! + difference;
      sums[pattern]! -= difference;
    }
  }
  return sums;
}

function sample(differences: Float64Array, atLeast: number, draws: number, seed: number): SignFlipTest {
  const random = seededRandom(seed);
  const sums = signedSumsOfEight(differences);
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    let bits = 0;
    for (let offset = 0; offset < sums.length; offset += 256) {
      bits = offset % 1024 === 0 ? random.word() : bits >>> 8;
      sum += sums[offset + (bits & 255)]!;
    }
    if (Math.abs(sum) >= atLeast) hits++;
  }
  return { kind: "test", p_value: (hits + 1) / (draws + 1), method: "monte_carlo", patterns: draws };
}

/** For every eight differences the sums under all 256 sign patterns, so that a draw looks up one figure for eight signs. */
function signedSumsOfEight(differences: Float64Array): Float64Array {
  const blocks = Math.ceil(differences.length / 8);
  const sums = new Float64Array(blocks * 256);
  for (let block = 0; block < blocks; block++) {
    const eight = new Float64Array(8);
    eight.set(differences.subarray(block * 8, block * 8 + 8));
    sums.set(signedSums(eight), block * 256);
  }
  return sums;
}
