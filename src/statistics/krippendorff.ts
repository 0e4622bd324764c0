import { type Undefined, undefinedBecause } from "./result.ts";

export type RatingLevel = "nominal" | "ordinal" | "interval";

/** Agreement of several raters: 1 is perfect, 0 is what chance would give, below 0 is systematic disagreement. */
export interface KrippendorffAlpha {
  kind: "agreement";
  alpha: number;
  level: RatingLevel;
  /** Units with at least two ratings; the others can't show agreement. */
  units: number;
  ratings: number;
}

/**
 * Krippendorff's α = 1 − D_o / D_e, observed over expected disagreement, for any number of raters and with missing
 * ratings (`null`). One row per unit. The squared distance δ² between two values is 0 or 1 (nominal), the squared count of
 * ratings from one to the other, each end half (ordinal), or the squared difference (interval).
 *
 * D_o = 1/n Σ_units 1/(m_u − 1) Σ_pairs δ², D_e = 1/(n(n−1)) Σ_c Σ_k n_c n_k δ²_ck over the n ratings of units with
 * m_u ≥ 2. No such unit: undefined. All ratings equal: undefined, because nothing was there to disagree about.
 * Ordinal and interval need numbers; nominal takes names as well.
 *
 * Source: Krippendorff, "Computing Krippendorff's alpha-reliability" (2011).
 */
export function krippendorffAlpha(
  units: readonly (readonly (number | string | null)[])[],
  level: RatingLevel,
): KrippendorffAlpha | Undefined {
  const pairable = units
    .map((ratings) => ratings.filter((rating) => rating !== null))
    .filter((ratings) => ratings.length >= 2);
  if (pairable.length === 0) return undefinedBecause("no unit was rated twice");
  const values = [...new Set(pairable.flat())].sort(byValue);
  if (values.length === 1) return undefinedBecause("all ratings are equal, so agreement can't be told from habit");
  const position = new Map(values.map((value, index) => [value, index]));
  const countsOf = (ratings: readonly (number | string)[]) => {
    const counts = new Array<number>(values.length).fill(0);
    for (const rating of ratings) counts[position.get(rating)!]!++;
    return counts;
  };
  const totals = countsOf(pairable.flat());
  const ratings = totals.reduce((sum, count) => sum + count, 0);
  const distance = squaredDistances(values, totals, level);
  let observed = 0;
  for (const unit of pairable) observed += disagreement(countsOf(unit), distance) / (unit.length - 1);
  const expected = disagreement(totals, distance) / (ratings - 1);
  return { kind: "agreement", alpha: 1 - observed / expected, level, units: pairable.length, ratings };
}

/** Σ_c Σ_k n_c n_k δ²_ck, over ordered pairs. */
function disagreement(counts: readonly number[], distance: readonly (readonly number[])[]): number {
  let sum = 0;
  for (let c = 0; c < counts.length; c++) {
    if (counts[c] === 0) continue;
    for (let k = c + 1; k < counts.length; k++) sum += 2 * counts[c]! * counts[k]! * distance[c]![k]!;
  }
  return sum;
}

function squaredDistances(
  values: readonly (number | string)[],
  totals: readonly number[],
  level: RatingLevel,
): number[][] {
  return values.map((first, c) =>
    values.map((second, k) => {
      if (c === k) return 0;
      if (level === "nominal") return 1;
      if (level === "interval") return (Number(first) - Number(second)) ** 2;
      const [from, to] = c < k ? [c, k] : [k, c];
      const between = totals.slice(from, to + 1).reduce((sum, count) => sum + count, 0);
      return (between - (totals[from]! + totals[to]!) / 2) ** 2;
    }),
  );
}

function byValue(first: number | string, second: number | string): number {
  if (typeof first === "number" && typeof second === "number") return first - second;
  return String(first) < String(second) ? -1 : 1;
}
