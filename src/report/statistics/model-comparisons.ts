import type { JudgedCampaign, ModelEntry } from "../../records/index.ts";
import { comparePairs, type ScoredSide } from "./compare-pairs.ts";
import type { Comparison } from "./comparison.ts";
import type { ModelScores } from "./score-table.ts";

/**
 * Compares all pairs of models, the higher mean first, in the order of the ranking, with corrected p-values. With variants there are two
 * questions, each corrected separately: which variant of a model is better, and which model under a variant. Pairs that differ in both are
 * omitted.
 */
export function compareModels(
  { models }: JudgedCampaign,
  scores: Map<string, ModelScores>,
  ranking: readonly string[],
): Comparison[] {
  const entries = new Map(models.map((model) => [model.model_id, model]));
  const pairs = ranking.flatMap((better, rank) =>
    ranking.slice(rank + 1).map((worse) => [entries.get(better)!, entries.get(worse)!] as const),
  );
  const sideOf = ({ model_id: id, label }: ModelEntry): ScoredSide => ({ id, label, scores: scores.get(id)! });
  const compare = (chosen: typeof pairs) => comparePairs(chosen.map(([one, other]) => [sideOf(one), sideOf(other)]));
  if (models.every(({ variant }) => variant === undefined)) return compare(pairs);
  return [
    ...compare(pairs.filter(([one, other]) => one.variant?.model_id === other.variant?.model_id)),
    ...compare(pairs.filter(([one, other]) => one.variant?.variant_id === other.variant?.variant_id)),
  ];
}
