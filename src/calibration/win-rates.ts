import { type CorrectedMean, correctedMean, type JudgedUnit, mean, type Undefined } from "../statistics/index.ts";
import { groupBy } from "../text/index.ts";

/** Two subjects' answers to a task, from 0 (the second is better) to 1 (the first is better), with 0.5 for a tie. */
export interface ComparedPair extends JudgedUnit {
  first: string;
  second: string;
}

/** Share of comparisons that a subject wins, by the judge alone and corrected by labels. Ties are half a win for each. */
export interface WinRate {
  first: string;
  second: string;
  pairs: number;
  /** According to the judge alone. */
  judge_alone: number;
  corrected: CorrectedMean | Undefined;
}

/** Computes win rates of compared subjects. They are means from 0 to 1, so the correction of means applies. */
export function winRates(pairs: readonly ComparedPair[]): WinRate[] {
  const bySubjects = groupBy(pairs.map(sortPair), ({ first, second }) => JSON.stringify([first, second]));
  return [...bySubjects.values()].map((own) => ({
    first: own[0]!.first,
    second: own[0]!.second,
    pairs: own.length,
    judge_alone: mean(own.map(({ judge }) => judge)),
    corrected: correctedMean(own, { scale: { low: 0, high: 1 } }),
  }));
}

/** Normalises the order of a pair's subjects. */
function sortPair(pair: ComparedPair): ComparedPair {
  const { first, second, judge, label } = pair;
  if (first <= second) return pair;
  return {
    ...pair,
    first: second,
    second: first,
    judge: 1 - judge,
    ...(label === undefined ? {} : { label: 1 - label }),
  };
}
