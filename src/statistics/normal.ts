/**
 * Quantile of the standard normal distribution, for 0 < p < 1. Wichura's rational approximations (AS 241, PPND16), accurate to
 * about 1e-16 relative. p = 0 and p = 1 give −Infinity and Infinity; other values outside are a caller's bug. Source: Wichura,
 * "The percentage points of the normal distribution", Applied Statistics 37 (1988).
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a probability lies in 0 … 1, not ${p}`);
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 1) return Number.POSITIVE_INFINITY;
  const fromCentre = p - 0.5;
  if (Math.abs(fromCentre) <= 0.425) {
    const r = 0.180625 - fromCentre * fromCentre;
    return (fromCentre * polynomial(r, CENTRAL_NUMERATOR)) / polynomial(r, CENTRAL_DENOMINATOR);
  }
  const tail = Math.sqrt(-Math.log(fromCentre < 0 ? p : 1 - p));
  const magnitude =
    tail <= 5
      ? polynomial(tail - 1.6, MIDDLE_NUMERATOR) / polynomial(tail - 1.6, MIDDLE_DENOMINATOR)
      : polynomial(tail - 5, FAR_NUMERATOR) / polynomial(tail - 5, FAR_DENOMINATOR);
  return fromCentre < 0 ? -magnitude : magnitude;
}

/**
 * Distribution function of the standard normal, Φ(x), to about 1e-15.
 *
 * Near the centre by the series Φ(x) = ½ + φ(x)(x + x³/3 + x⁵/15 + …), further out by the continued fraction 1 − Φ(x) = φ(x) / (x
 * + 1/(x + 2/(x + 3/(x + …)))), both in Abramowitz and Stegun, 26.2.11 and 26.2.14.
 */
export function normalDistribution(x: number): number {
  const magnitude = Math.abs(x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (magnitude < 4) {
    let term = x;
    let sum = x;
    for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
      term *= (x * x) / odd;
      sum += term;
    }
    return 0.5 + density * sum;
  }
  let fraction = magnitude;
  for (let step = 60; step >= 1; step--) fraction = magnitude + step / fraction;
  const upperTail = density / fraction;
  return x < 0 ? upperTail : 1 - upperTail;
}

function polynomial(x: number, coefficients: readonly number[]): number {
  return coefficients.reduceRight((value, coefficient) => value * x + coefficient, 0);
}

/** The published coefficients, rounded to doubles. */
const CENTRAL_NUMERATOR = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
];
const CENTRAL_DENOMINATOR = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
];
const MIDDLE_NUMERATOR = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
];
const MIDDLE_DENOMINATOR = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const FAR_NUMERATOR = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const FAR_DENOMINATOR = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
];
