import { mean } from "./mean.ts";
import { type Undefined, undefinedBecause } from "./result.ts";
import { ranks } from "./spearman.ts";

export type RatingLevel = "nominal" | "ordinal" | "interval";

/** Agreement of several raters: 1 is perfect, 0 is chance level, below 0 is systematic disagreement. */
export interface KrippendorffAlpha {
  kind: "agreement";
  alpha: number;
  level: RatingLevel;
  /** Units with at least two ratings; the others can't show agreement. */
  units: number;
  ratings: number;
}

/**
 * Krippendorff's α = 1 − D_o / D_e, observed over expected disagreement, for any number of raters and with missing ratings
 * (`null`). One row per unit. The squared distance δ² between two values is 0 or 1 (nominal), the squared count of ratings from
 * one to the other, each end half (ordinal), or the squared difference (interval).
 *
 * D_o = 1/n Σ_units 1/(m_u − 1) Σ_pairs δ², D_e = 1/(n(n−1)) Σ_pairs δ² over the n ratings of units with m_u ≥ 2. Counting
 * ratings from one value to another is subtracting their mean ranks, so ordinal is interval on ranks; and Σ_pairs (x − y)² = 2m Σ
 * (x − x̄)², so that no table of all values is needed.
 *
 * No unit rated twice: undefined. Only one: undefined too, because its spread is the whole spread, and α would be 0 however close
 * its ratings are. All ratings equal: undefined, because there was nothing to disagree about. Ordinal and interval need numbers;
 * nominal takes names as well.
 *
 * Source: Krippendorff, "Computing Krippendorff's alpha-reliability" (2011).
 *
 * @example statistics.krippendorffAlpha([[8, 8], [5, 5], [2, null]], "interval").alpha // 1
 */
export function krippendorffAlpha(
  units: readonly (readonly (number | string | null)[])[],
  level: RatingLevel,
): KrippendorffAlpha | Undefined {
  const pairable = units
    .map((ratings) => ratings.filter((rating) => rating !== null))
    .filter((ratings) => ratings.length >= 2);
  if (pairable.length === 0) return undefinedBecause("no unit was rated twice");
  if (pairable.length === 1) return undefinedBecause("only one unit was rated twice");
  const all = pairable.flat();
  const disagreement = disagreementAt(level, all);
  const expected = disagreement(all) / (all.length - 1);
  if (expected === 0) return undefinedBecause("all ratings are equal, so agreement can't be told from habit");
  let observed = 0;
  for (const ratings of pairable) observed += disagreement(ratings) / (ratings.length - 1);
  return { kind: "agreement", alpha: 1 - observed / expected, level, units: pairable.length, ratings: all.length };
}

type Ratings = readonly (number | string)[];

/** Σ δ² over all ordered pairs of the ratings given. */
function disagreementAt(level: RatingLevel, all: Ratings): (ratings: Ratings) => number {
  if (level === "nominal")
    return (ratings) =>
      ratings.length ** 2 - [...countValues(ratings).values()].reduce((sum, count) => sum + count ** 2, 0);
  const place = level === "ordinal" ? rankOfValue(all.map(Number)) : (value: number) => value;
  return (ratings) => {
    const places = ratings.map((rating) => place(Number(rating)));
    const centre = mean(places);
    return 2 * places.length * places.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  };
}

function rankOfValue(values: readonly number[]): (value: number) => number {
  const shared = ranks(values);
  const byValue = new Map(values.map((value, index) => [value, shared[index]!]));
  return (value) => byValue.get(value)!;
}

function countValues(ratings: Ratings): Map<number | string, number> {
  const counts = new Map<number | string, number>();
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  return counts;
}
