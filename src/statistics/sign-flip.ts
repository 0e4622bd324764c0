import { seededRandom } from "./random.ts";
import { type Undefined, undefinedBecause } from "./result.ts";

export interface SignFlipOptions {
  /** Random flips beyond what is enumerated. */
  draws?: number;
  seed?: number;
}

/** How often chance alone, with no difference, would give a sum of differences at least this far from zero. */
export interface SignFlipTest {
  kind: "test";
  p_value: number;
  method: "exact" | "monte_carlo";
  /** Sign patterns that were looked at. */
  patterns: number;
}

/** 2^15 patterns take a millisecond; beyond, sampling is as good to two digits. */
const MOST_CASES_ENUMERATED = 16;

/**
 * Two-sided sign-flip permutation test on paired differences, one per case. If the two sides were interchangeable, every
 * difference could as well have had the other sign; p is the share of sign patterns with |Σ ±d| ≥ |Σ d|. No assumption of
 * normality, and exact for up to 16 cases with a difference; beyond that from random patterns, p = (hits + 1)/(draws + 1),
 * which never claims less than the draws can show.
 *
 * Differences of zero change no sum and are left out; when all are zero, p = 1. No cases: undefined.
 * n cases can give no p below 2 / 2^n, so fewer than six can never reach 0.05.
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
  // Sums that are equal on paper differ by rounding; a tie must count as one.
  const atLeast = Math.abs(moved.reduce((sum, difference) => sum + difference, 0)) - scale * 1e-12;
  return moved.length <= MOST_CASES_ENUMERATED ? enumerate(moved, atLeast) : sample(moved, atLeast, draws, seed);
}

/** Walks the patterns in Gray code order, one flip a step; the last sign stays, since −pattern gives the same |Σ|. */
function enumerate(differences: Float64Array, atLeast: number): SignFlipTest {
  const patterns = 2 ** (differences.length - 1);
  const signs = new Int8Array(differences.length).fill(1);
  let hits = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    if (pattern > 0) {
      const flipped = 31 - Math.clz32(pattern & -pattern);
      signs[flipped] = -signs[flipped]!;
    }
    // Summed afresh: adding and taking away over many steps would let rounding pile up.
    let sum = 0;
    for (let index = 0; index < differences.length; index++) sum += signs[index]! * differences[index]!;
    if (Math.abs(sum) >= atLeast) hits++;
  }
  return { kind: "test", p_value: hits / patterns, method: "exact", patterns };
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
  for (let block = 0; block < blocks; block++)
    for (let pattern = 0; pattern < 256; pattern++) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit++) {
        const difference = differences[block * 8 + bit] ?? 0;
        sum += (pattern >>> bit) & 1 ? difference : -difference;
      }
      sums[block * 256 + pattern] = sum;
    }
  return sums;
}
