import type { ScoresByCase } from "../../statistics/index.ts";
import { type Comparison, compareSides, concludeComparison, correctedP, type Side } from "./comparison.ts";

/** Side of a pair with its scores. */
export interface ScoredSide extends Side {
  scores: ScoresByCase;
}

/** Compares pairs of one question, correcting p-values for their number. */
export function comparePairs(pairs: readonly (readonly [ScoredSide, ScoredSide])[]): Comparison[] {
  const compared = pairs.map(([first, second]) => ({
    first: { id: first.id, label: first.label },
    second: { id: second.id, label: second.label },
    difference: compareSides(first.scores, second.scores, pairs.length),
  }));
  const corrected = correctedP(compared.map(({ difference }) => difference));
  const tests = corrected.filter((p) => p !== null).length;
  return compared.map((pair, index) => concludeComparison(pair, corrected[index]!, tests));
}
