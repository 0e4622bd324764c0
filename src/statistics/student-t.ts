import { normalQuantile } from "./normal.ts";

/**
 * Quantile of Student's t with any positive degrees of freedom: the x with P(T ≤ x) = p. The tail probability is inverted by a
 * bracketed Newton iteration, on the logarithm of x and of the tail, where it is nearly straight even for one degree of freedom.
 * Accurate to 1e-10 relative for p between 1e-12 and 1 − 1e-12. Above 10,000 degrees of freedom, where the fraction below would
 * lose digits, by its expansion around the normal quantile. p = 0, ½ and 1 give −Infinity, 0 and Infinity; other values outside
 * are a caller's bug.
 */
export function tQuantile(p: number, degreesOfFreedom: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a probability lies in 0 … 1, not ${p}`);
  if (!(degreesOfFreedom > 0)) throw new RangeError(`degrees of freedom are positive, not ${degreesOfFreedom}`);
  if (p === 0.5) return 0;
  if (p === 0 || p === 1 || degreesOfFreedom === Number.POSITIVE_INFINITY) return normalQuantile(p);
  if (degreesOfFreedom > 10_000) return nearlyNormal(normalQuantile(p), degreesOfFreedom);
  const tail = Math.min(p, 1 - p);
  const magnitude = remembered(tail, degreesOfFreedom, () => solveUpperTail(tail, degreesOfFreedom));
  return p < 0.5 ? -magnitude : magnitude;
}

/** A cache, because a report asks for the same few quantiles thousands of times, and each takes a search. */
const known = new Map<number, Map<number, number>>();
const MOST_REMEMBERED = 10_000;

function remembered(tail: number, degreesOfFreedom: number, solve: () => number): number {
  const ofTail = known.get(tail) ?? new Map<number, number>();
  const found = ofTail.get(degreesOfFreedom);
  if (found !== undefined) return found;
  const value = solve();
  if (known.size > MOST_REMEMBERED || ofTail.size > MOST_REMEMBERED) known.clear();
  known.set(tail, ofTail.set(degreesOfFreedom, value));
  return value;
}

/**
 * Distribution function of Student's t, P(T ≤ t).
 *
 * P(T > t) = ½ I(ν / (ν + t²); ν/2, ½) for t > 0, with the regularised incomplete beta function I by its continued
 * fraction (Lentz's method).
 *
 * Source: Abramowitz and Stegun, 26.5.8 and 26.7.1; Press et al., Numerical Recipes, section 6.4.
 */
export function tDistribution(t: number, degreesOfFreedom: number): number {
  const tail = upperTail(Math.abs(t), degreesOfFreedom);
  return t > 0 ? 1 - tail : tail;
}

/** Two-sided p-value of a t statistic. */
export function tTestP(t: number, degreesOfFreedom: number): number {
  return Math.min(1, 2 * upperTail(Math.abs(t), degreesOfFreedom));
}

/** Abramowitz and Stegun, 26.7.5: t = z + g₁/ν + g₂/ν² + g₃/ν³. */
function nearlyNormal(z: number, degreesOfFreedom: number): number {
  const square = z * z;
  const first = (z * (square + 1)) / 4;
  const second = (z * ((5 * square + 16) * square + 3)) / 96;
  const third = (z * (((3 * square + 19) * square + 17) * square - 15)) / 384;
  return z + (first + (second + third / degreesOfFreedom) / degreesOfFreedom) / degreesOfFreedom;
}

function solveUpperTail(tail: number, degreesOfFreedom: number): number {
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  let logX = Math.log(Math.max(-normalQuantile(tail), 1e-300));
  for (let step = 0; step < 200; step++) {
    const x = Math.exp(logX);
    const probability = upperTail(x, degreesOfFreedom);
    if (probability > tail) low = Math.max(low, logX);
    else high = Math.min(high, logX);
    const slope = (x * density(x, degreesOfFreedom)) / probability;
    let next = logX + Math.log(probability / tail) / slope;
    if (!(next > low && next < high)) {
      if (low === Number.NEGATIVE_INFINITY) next = logX - 1;
      else if (high === Number.POSITIVE_INFINITY) next = logX + 1;
      else next = (low + high) / 2;
    }
    if (Math.abs(next - logX) < 1e-15) return Math.exp(next);
    logX = next;
  }
  return Math.exp(logX);
}

function upperTail(t: number, degreesOfFreedom: number): number {
  const half = degreesOfFreedom / 2;
  const square = t * t;
  if (square === 0) return 0.5;
  const x = degreesOfFreedom / (degreesOfFreedom + square);
  const complement = square / (degreesOfFreedom + square);
  // x^ν/2 · (1−x)^½ / B(ν/2, ½); log1p keeps it exact where ν is large and x is near 1.
  const front = Math.exp(
    -half * Math.log1p(square / degreesOfFreedom) +
      Math.log(complement) / 2 +
      logGammaHalfStep(half) -
      0.5 * Math.log(Math.PI),
  );
  // The fraction converges fast on this side of the mean of the beta distribution, its mirror image on the other.
  if (x < (half + 1) / (half + 2.5)) return (front * betaFraction(x, half, 0.5)) / half / 2;
  return 0.5 - (front * betaFraction(complement, 0.5, half)) / 0.5 / 2;
}

function density(t: number, degreesOfFreedom: number): number {
  const half = degreesOfFreedom / 2;
  return Math.exp(
    logGammaHalfStep(half) -
      0.5 * Math.log(Math.PI * degreesOfFreedom) -
      (half + 0.5) * Math.log1p((t * t) / degreesOfFreedom),
  );
}

function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return fraction;
}

/**
 * ln Γ(a + ½) − ln Γ(a). Subtracting the logarithms would lose digits for large a, so those use the asymptotic series in 1/a, and
 * small a are raised by Γ(a + 1) = a Γ(a).
 */
function logGammaHalfStep(a: number): number {
  let lifted = a;
  let correction = 0;
  while (lifted < 20) {
    correction += Math.log(lifted / (lifted + 0.5));
    lifted += 1;
  }
  const inverse = 1 / lifted;
  const square = inverse * inverse;
  const series =
    0.5 * Math.log(lifted) -
    inverse *
      (1 / 8 -
        square *
          (1 / 192 - square * (1 / 640 - square * (17 / 14336 - square * (31 / 18432 - (square * 691) / 180224)))));
  return series + correction;
}
