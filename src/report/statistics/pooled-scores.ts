import { mean } from "../../statistics/index.ts";
import type { ModelScores } from "./score-table.ts";

/** One list of scores per case: with several models, the mean of each, so that no model weighs more for having more runs. */
export function pooledScores(models: readonly ModelScores[]): ModelScores {
  const [only] = models;
  if (models.length === 1 && only) return only;
  const caseIds = [...new Set(models.flatMap((scores) => [...scores.keys()]))].sort();
  return new Map(
    caseIds.map((caseId) => {
      const lists = models.map((scores) => scores.get(caseId) ?? []);
      // A case that one model has no score for would shift the mean by which models it has, not by how they did.
      return [caseId, lists.every((list) => list.length > 0) ? lists.map(mean) : []];
    }),
  );
}
