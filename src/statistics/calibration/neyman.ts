/** A part of what can be labelled: how much of it there is, and how far labels there are expected to lie from what the judge lets expect. */
export interface LabelStratum {
  size: number;
  deviation: number;
}

/**
 * How many labels each stratum gets: in proportion to size × deviation, at least `floor` and never more than there are. Together they are `total`, or everything
 * there is to label. Where all deviations are zero, sizes alone decide. If there are not even labels enough for the floors, these are shared out in proportion to size.
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

/** One after the other, each to whoever is furthest below what is due to it; the order of strata breaks ties. */
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
