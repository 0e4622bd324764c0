import { type Undefined, undefinedBecause } from "./result.ts";

export interface CohenKappa {
  kind: "agreement";
  kappa: number;
  weights: "none" | "quadratic";
  items: number;
  /** Share of items with identical ratings. */
  observed_agreement: number;
}

/**
 * Cohen's κ = 1 − Σ w·observed / Σ w·expected, where expected comes from each rater's own frequencies. With `none` every
 * disagreement weighs 1; with `quadratic` it weighs the squared difference of the ratings, so that 8 against 9 counts less
 * than 2 against 9, which for numbers is close to an intraclass correlation.
 *
 * Items without a rating by either (`null`) are skipped. No item: undefined. Both raters always gave one and the same
 * rating: undefined (0/0). Beware of κ when nearly all ratings fall into one category: it is low in spite of high agreement.
 *
 * Source: Cohen, Educational and Psychological Measurement 20 (1960); Psychological Bulletin 70 (1968) for weights.
 *
 * @example statistics.cohenKappa([["yes", "yes"], ["no", "no"], ["yes", "no"], ["no", "no"]], "none").kappa // 0.5
 */
export function cohenKappa<Rating extends number | string>(
  pairs: readonly (readonly [Rating | null, Rating | null])[],
  weights: Rating extends number ? "none" | "quadratic" : "none",
): CohenKappa | Undefined {
  const rated = pairs.filter((pair): pair is readonly [Rating, Rating] => pair[0] !== null && pair[1] !== null);
  if (rated.length === 0) return undefinedBecause("no item was rated by both");
  const weigh = (first: Rating, second: Rating) =>
    weights === "quadratic" ? (Number(first) - Number(second)) ** 2 : first === second ? 0 : 1;
  let observed = 0;
  for (const [first, second] of rated) observed += weigh(first, second) / rated.length;
  const firstCounts = countRatings(rated.map(([first]) => first));
  const secondCounts = countRatings(rated.map(([, second]) => second));
  let expected = 0;
  for (const [first, firstCount] of firstCounts)
    for (const [second, secondCount] of secondCounts)
      expected += (weigh(first, second) * firstCount * secondCount) / rated.length ** 2;
  if (expected === 0) return undefinedBecause("both raters gave the same rating to every item");
  return {
    kind: "agreement",
    kappa: 1 - observed / expected,
    weights,
    items: rated.length,
    observed_agreement: rated.filter(([first, second]) => first === second).length / rated.length,
  };
}

function countRatings<Rating>(ratings: readonly Rating[]): Map<Rating, number> {
  const counts = new Map<Rating, number>();
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  return counts;
}
