/**
 * Holm's step-down correction: adjusted p-values, in the order given, that can each be held against the same level while the
 * chance of even one false alarm among all of them stays below it. The i-th smallest of m becomes max over j ≤ i of (m − j + 1) ·
 * p₍ⱼ₎, at most 1. An empty list stays empty.
 *
 * Source: Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statistics 6 (1979).
 *
 * @example statistics.holmAdjusted([0.01, 0.25, 0.04]) // [0.03, 0.25, 0.08]
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => pValues[a]! - pValues[b]! || a - b);
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  order.forEach((index, rank) => {
    largest = Math.min(1, Math.max(largest, (pValues.length - rank) * pValues[index]!));
    adjusted[index] = largest;
  });
  return adjusted;
}
