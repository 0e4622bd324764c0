import { mean } from "./mean.ts";
import { type Undefined, undefinedBecause } from "./result.ts";

/** Shrout and Fleiss' six intraclass correlations of one table of ratings. */
export interface IntraclassCorrelations {
  kind: "agreement";
  /** One rating, by different raters for each target: ICC(1,1). */
  single_random_raters_per_target: number;
  /** One rating, by the same raters as a sample of all: ICC(2,1). Penalises stricter raters. */
  single_random_raters: number;
  /** One rating, by exactly these raters: ICC(3,1). Ignores a rater's strictness. */
  single_fixed_raters: number;
  /** The same three for the mean of all k ratings: ICC(1,k), ICC(2,k), ICC(3,k). */
  mean_random_raters_per_target: number;
  mean_random_raters: number;
  mean_fixed_raters: number;
  targets: number;
  raters: number;
  /** Rows skipped because a rating was missing. */
  incomplete: number;
}

/**
 * Intraclass correlations from the two-way table targets (rows) × raters (columns), by mean squares between targets (B), within
 * targets (W), between raters (J) and residual (E), with n targets and k raters: (1,1) (B−W)/(B+(k−1)W) · (2,1)
 * (B−E)/(B+(k−1)E+k(J−E)/n) · (3,1) (B−E)/(B+(k−1)E) (1,k) (B−W)/B · (2,k) (B−E)/(B+(J−E)/n) · (3,k) (B−E)/B.
 *
 * Values below 0 are possible and mean that targets differ less than ratings of one target. Rows with a missing rating (`null`)
 * are skipped and counted. Fewer than two complete targets or raters, or no variance at all: undefined.
 *
 * Source: Shrout and Fleiss, "Intraclass correlations: uses in assessing rater reliability", Psych. Bulletin 86 (1979).
 *
 * @example statistics.intraclassCorrelations([[8, 8], [5, 5], [2, 2]]).single_random_raters_per_target // 1
 */
export function intraclassCorrelations(
  table: readonly (readonly (number | null)[])[],
): IntraclassCorrelations | Undefined {
  const rows = table.filter((row): row is readonly number[] => row.every((rating) => rating !== null));
  const n = rows.length;
  const k = rows[0]?.length ?? 0;
  if (n < 2) return undefinedBecause("fewer than two targets were rated by every rater");
  if (k < 2) return undefinedBecause("there is only one rater");
  if (rows.some((row) => row.length !== k)) return undefinedBecause("the rows have different numbers of ratings");
  const { between, within, raters, residual } = meanSquares(rows, n, k);
  if (between === 0 && within === 0) return undefinedBecause("all ratings are equal");
  if (between === 0) return undefinedBecause("the targets have the same mean rating");
  return {
    kind: "agreement",
    single_random_raters_per_target: (between - within) / (between + (k - 1) * within),
    single_random_raters: (between - residual) / (between + (k - 1) * residual + (k * (raters - residual)) / n),
    single_fixed_raters: (between - residual) / (between + (k - 1) * residual),
    mean_random_raters_per_target: (between - within) / between,
    mean_random_raters: (between - residual) / (between + (raters - residual) / n),
    mean_fixed_raters: (between - residual) / between,
    targets: n,
    raters: k,
    incomplete: table.length - n,
  };
}

function meanSquares(rows: readonly (readonly number[])[], n: number, k: number) {
  const grand = mean(rows.flat());
  const squares = (values: readonly number[]) => values.reduce((sum, value) => sum + (value - grand) ** 2, 0);
  const betweenSum = k * squares(rows.map(mean));
  const ratersSum = n * squares(Array.from({ length: k }, (_, rater) => mean(rows.map((row) => row[rater]!))));
  const withinSum = rows.reduce((sum, row) => {
    const centre = mean(row);
    return sum + row.reduce((inner, rating) => inner + (rating - centre) ** 2, 0);
  }, 0);
  return {
    between: betweenSum / (n - 1),
    within: withinSum / (n * (k - 1)),
    raters: ratersSum / (k - 1),
    residual: Math.max(0, withinSum - ratersSum) / ((n - 1) * (k - 1)),
  };
}
