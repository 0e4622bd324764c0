import { sum } from "./mean.ts";
import { type Undefined, undefinedBecause } from "./result.ts";

export interface FleissKappa {
  kind: "agreement";
  kappa: number;
  items: number;
  ratings_per_item: number;
  observed_agreement: number;
}

/**
 * Fleiss' κ = (P̄ − P̄ₑ) / (1 − P̄ₑ) for categories without order. One row per item and one column per category; a cell is the
 * number of raters who chose it. P̄ is the mean over items of Σ n_ij(n_ij − 1) / n(n − 1), P̄ₑ = Σ p_j² over the categories.
 *
 * Rows with different sums, or fewer than two ratings an item: undefined (Krippendorff's α takes those). One category
 * only: undefined (0/0).
 *
 * Source: Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76 (1971).
 *
 * @example statistics.fleissKappa([[2, 0], [0, 2], [2, 0], [0, 2]]).kappa // 1
 */
export function fleissKappa(table: readonly (readonly number[])[]): FleissKappa | Undefined {
  if (table.length === 0) return undefinedBecause("there are no items");
  const perItem = sum(table[0]!);
  if (table.some((row) => sum(row) !== perItem)) return undefinedBecause("the items have different numbers of ratings");
  if (perItem < 2) return undefinedBecause("no item was rated twice");
  const all = table.length * perItem;
  const columns = table.reduce((most, row) => Math.max(most, row.length), 0);
  const shares = Array.from({ length: columns }, (_, column) => sum(table.map((row) => row[column] ?? 0)) / all);
  const expected = sum(shares.map((share) => share * share));
  if (shares.includes(1)) return undefinedBecause("all ratings are equal, so agreement can't be told from habit");
  const agreeing = table.map((row) => sum(row.map((count) => count * (count - 1))) / (perItem * (perItem - 1)));
  const observed = sum(agreeing) / table.length;
  return {
    kind: "agreement",
    kappa: (observed - expected) / (1 - expected),
    items: table.length,
    ratings_per_item: perItem,
    observed_agreement: observed,
  };
}
