/**
 * Whether everything in flight fits into what is free, even if each costs the most it may: everything but the dearest. So what is charged
 * can cross a limit by no more than one of them. Somebody whose price nobody knows has no bound, and is always the dearest.
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
