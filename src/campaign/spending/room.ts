/**
 * True if everything in flight but the dearest fits into the free amount even at its worst case, so that the limit can be crossed
 * by at most one item. An unknown price is unbounded, and always the dearest.
 */
export function fitsAtWorst(worstsUsd: readonly number[], freeUsd: number): boolean {
  let sum = 0;
  let dearest = 0;
  let unbounded = 0;
  for (const usd of worstsUsd) {
    if (usd === Number.POSITIVE_INFINITY) {
      unbounded += 1;
      continue;
    }
    sum += usd;
    dearest = Math.max(dearest, usd);
  }
  if (unbounded > 1) return false;
  return (unbounded === 1 ? sum : sum - dearest) <= freeUsd;
}
