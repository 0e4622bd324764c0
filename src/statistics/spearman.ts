import { mean } from "./mean.ts";
import { type Undefined, undefinedBecause } from "./result.ts";

/** Agreement of two orders: 1 the same order, −1 the reverse. */
export interface SpearmanCorrelation {
  kind: "correlation";
  rho: number;
  pairs: number;
}

/**
 * Spearman's ρ: Pearson's correlation of the ranks, ties sharing their mean rank (the shortcut 1 − 6Σd²/(n³−n) is wrong
 * with ties). Fewer than two pairs, or one side all equal: undefined.
 *
 * Source: Spearman, American Journal of Psychology 15 (1904); Kendall, Rank Correlation Methods, for ties.
 *
 * @example statistics.spearman([[1, 10], [2, 30], [3, 20]]).rho // 0.5
 */
export function spearman(pairs: readonly (readonly [number, number])[]): SpearmanCorrelation | Undefined {
  if (pairs.length < 2) return undefinedBecause("fewer than two pairs have an order");
  const first = ranks(pairs.map(([value]) => value));
  const second = ranks(pairs.map(([, value]) => value));
  const firstMean = mean(first);
  const secondMean = mean(second);
  let product = 0;
  let firstSquares = 0;
  let secondSquares = 0;
  for (let index = 0; index < pairs.length; index++) {
    product += (first[index]! - firstMean) * (second[index]! - secondMean);
    firstSquares += (first[index]! - firstMean) ** 2;
    secondSquares += (second[index]! - secondMean) ** 2;
  }
  if (firstSquares === 0 || secondSquares === 0) return undefinedBecause("all values of one side are equal");
  const rho = product / Math.sqrt(firstSquares * secondSquares);
  return { kind: "correlation", rho: Math.min(1, Math.max(-1, rho)), pairs: pairs.length };
}

/** Ranks from 1; equal values share the mean of the ranks they take up. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!);
  const result = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1]!] === values[order[start]!]) end++;
    for (let position = start; position <= end; position++) result[order[position]!] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return result;
}
