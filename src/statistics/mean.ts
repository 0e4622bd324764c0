/** Arithmetic mean of at least one value. Clamped to the range, which rounding could exceed by one unit in the last place. */
export function mean(values: readonly number[]): number {
  // A shortcut: most cases run once, and most runs are judged once.
  if (values.length === 1) return values[0]!;
  let sum = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    sum += value;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return Math.min(high, Math.max(low, sum / values.length));
}

/** Sample variance (n − 1) of at least two values; exactly 0 when all are equal. */
export function variance(values: readonly number[]): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Sample standard deviation; null with fewer than two values. */
export function standardDeviation(values: readonly number[]): number | null {
  return values.length < 2 ? null : Math.sqrt(variance(values));
}

/** Median of at least one value; the mean of the middle two for an even count. */
export function median(values: readonly number[]): number {
  return medianOfSorted(values.toSorted((a, b) => a - b));
}

/**
 * Removes digits left over from computing a mean or a difference: 7.3 − 6.3 is 1, and a mean does not depend on the order of its
 * scores.
 */
export function withoutRoundingError(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}

function medianOfSorted(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
