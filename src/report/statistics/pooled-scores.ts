import { mean } from "../../statistics/index.ts";
import type { ModelScores } from "./score-table.ts";

/** Averages models' scores by case, so that models with more runs weigh no more. */
export function pooledScores(models: readonly ModelScores[]): ModelScores {
  const [only] = models;
  if (models.length === 1 && only) return only;
  const caseIds = [...new Set(models.flatMap((scores) => [...scores.keys()]))].sort();
  return new Map(
    caseIds.map((caseId) => {
      const lists = models.map((scores) => scores.get(caseId) ?? []);
      // Skip cases without a score of some model: which models are missing would shift the mean.
      return [caseId, lists.every((list) => list.length > 0) ? lists.map(mean) : []];
    }),
  );
}
