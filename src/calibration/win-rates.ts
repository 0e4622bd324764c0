import { type CorrectedMean, correctedMean, type JudgedUnit, type Undefined } from "../statistics/index.ts";

/** Two answers to one task by two subjects; from 0, where the second is better, to 1, where the first is; a tie is a half. */
export interface ComparedPair extends JudgedUnit {
  first: string;
  second: string;
}

/** How often one subject beats another, by the judge alone and as labels correct it. Ties count as half a win for each. */
export interface WinRate {
  first: string;
  second: string;
  pairs: number;
  /** By the judge alone. */
  judge_alone: number;
  corrected: CorrectedMean | Undefined;
}

/** For every two subjects that were compared. A win rate is a mean from 0 to 1, so what corrects means corrects it. */
export function winRates(pairs: readonly ComparedPair[]): WinRate[] {
  const bySubjects = new Map<string, ComparedPair[]>();
  for (const pair of pairs.map(sortPair)) {
    const key = JSON.stringify([pair.first, pair.second]);
    const known = bySubjects.get(key);
    if (known) known.push(pair);
    else bySubjects.set(key, [pair]);
  }
  return [...bySubjects.values()].map((own) => ({
    first: own[0]!.first,
    second: own[0]!.second,
    pairs: own.length,
    judge_alone: own.reduce((sum, { judge }) => sum + judge, 0) / own.length,
    corrected: correctedMean(own, { scale: { low: 0, high: 1 } }),
  }));
}

/** The same pair, whichever of the two was written first. */
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
