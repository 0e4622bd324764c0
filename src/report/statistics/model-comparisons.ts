import type { JudgedCampaign } from "../../records/index.ts";
import { type Comparison, compareSides, concludeComparison, correctedP } from "./comparison.ts";
import type { ModelScores } from "./score-table.ts";

/** All pairs of models, the higher mean of each pair first, ordered by the ranking, with p-values corrected for their number. */
export function compareModels(
  { models }: JudgedCampaign,
  scores: Map<string, ModelScores>,
  ranking: readonly string[],
): Comparison[] {
  const labels = new Map(models.map(({ model_id, label }) => [model_id, label]));
  const pairs = ranking.flatMap((better, rank) => ranking.slice(rank + 1).map((worse) => [better, worse] as const));
  const compared = pairs.map(([better, worse]) => ({
    first: { id: better, label: labels.get(better)! },
    second: { id: worse, label: labels.get(worse)! },
    difference: compareSides(scores.get(better)!, scores.get(worse)!, pairs.length),
  }));
  const corrected = correctedP(compared.map(({ difference }) => difference));
  const tests = corrected.filter((p) => p !== null).length;
  return compared.map((pair, index) => concludeComparison(pair, corrected[index]!, tests));
}
