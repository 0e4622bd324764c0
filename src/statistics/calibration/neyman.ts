/** A stratum for labelling: its size, and the expected deviation of labels from the judge's prediction. */
export interface LabelStratum {
  size: number;
  deviation: number;
}

/**
 * Allocates labels to strata in proportion to size × deviation, at least `floor` and at most the size of the stratum. The sum is
 * `total`, or the whole population if smaller. If all deviations are zero, sizes alone decide. If `total` does not cover the
 * floors, labels are allocated in proportion to size.
 *
 * Source: Neyman, J. Royal Statistical Society 97 (1934); Cochran, Sampling Techniques, section 5.5.
 *
 * @example statistics.neymanAllocation([{ size: 100, deviation: 1 }, { size: 100, deviation: 3 }], 40) // [10, 30]
 */
export function neymanAllocation(strata: readonly LabelStratum[], total: number, floor = 2): number[] {
  const wanted = strata.some(({ deviation }) => deviation > 0)
    ? strata.map(({ size, deviation }) => size * deviation)
    : strata.map(({ size }) => size);
  const population = strata.reduce((sum, { size }) => sum + size, 0);
  const budget = Math.min(Math.floor(total), population);
  if (budget <= 0) return strata.map(() => 0);
  const floors = strata.map(({ size }) => Math.min(size, Math.max(floor, Math.ceil((budget * size) / population / 2))));
  if (floors.reduce((sum, count) => sum + count, 0) >= budget) {
    return shareOut(
      budget,
      strata.map(({ size }) => size),
      strata.map(() => 0),
      floors,
    );
  }
  return shareOut(
    budget,
    wanted,
    floors,
    strata.map(({ size }) => size),
  );
}

/** Allocates one at a time to the stratum furthest below its due; ties are broken by order. */
function shareOut(total: number, due: readonly number[], least: readonly number[], most: readonly number[]): number[] {
  const counts = [...least];
  let left = total - counts.reduce((sum, count) => sum + count, 0);
  while (left > 0) {
    let next = -1;
    let best = -1;
    for (let index = 0; index < counts.length; index++) {
      if (counts[index]! >= most[index]!) continue;
      const need = due[index]! / (counts[index]! + 1);
      if (need > best) {
        best = need;
        next = index;
      }
    }
    if (next < 0) break;
    counts[next]! += 1;
    left -= 1;
  }
  return counts;
}
