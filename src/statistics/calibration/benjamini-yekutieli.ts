/**
 * Rejects p-values so that at most a share `rate` of the rejections is false, under any dependence of the tests: the i smallest,
 * for the largest i with p₍ᵢ₎ ≤ i · rate / (m · (1 + 1/2 + … + 1/m)). In the order given.
 *
 * Source: Benjamini and Yekutieli, "The control of the false discovery rate in multiple testing under dependency", Annals of
 * Statistics 29 (2001).
 *
 * @example statistics.benjaminiYekutieli([0.001, 0.04, 0.9], 0.05) // [true, false, false]
 */
export function benjaminiYekutieli(pValues: readonly number[], rate: number): boolean[] {
  const sorted = pValues.toSorted((a, b) => a - b);
  const harmonic = sorted.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
  const limit = sorted.findLast((p, index) => p <= ((index + 1) * rate) / (sorted.length * harmonic)) ?? -1;
  return pValues.map((p) => p <= limit);
}
