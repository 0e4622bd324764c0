/** A stream of pseudo-random 32-bit words; the same seed gives the same stream on every machine. */
export interface RandomStream {
  /** The next word, 0 to 2^32 − 1. */
  word(): number;
  /** Uniform in [0, 1) with 32 bits. */
  uniform(): number;
  /** Uniform integer in 0 … bound − 1, bound ≤ 2^21. The bias is below bound / 2^32. */
  below(bound: number): number;
}

/**
 * xoshiro128** 1.1: 32-bit integer operations only, so no engine can round differently. Period 2^128 − 1. Its four words of state
 * come from the seed through splitmix32, as its authors advise, so that neighbouring seeds give unrelated streams.
 *
 * Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021).
 */
export function seededRandom(seed: number): RandomStream {
  const next = splitmix32(seed);
  return fromState(next(), next(), next(), next());
}

export function fromState(first: number, second: number, third: number, fourth: number): RandomStream {
  let a = first | 0;
  let b = second | 0;
  let c = third | 0;
  let d = fourth | 0;
  const word = (): number => {
    const scrambled = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return scrambled >>> 0;
  };
  return {
    word,
    uniform: () => word() / 2 ** 32,
    // A word times a bound below 2^21 fits into the 53 bits of a double, so the product is exact.
    below: (bound) => Math.floor((word() * bound) / 2 ** 32),
  };
}

/** Weyl sequence with the golden-ratio increment, mixed by MurmurHash3's 32-bit finaliser. */
function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
