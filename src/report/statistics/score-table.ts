import type { JudgedCampaign } from "../../records/index.ts";
import { type ClusteredMean, clusteredMean, type Undefined } from "../../statistics/index.ts";

/** Range of all campaign scores. */
export const SCORE_SCALE = { low: 0, high: 10 };

/** Scores of a model by case, in the suite's order; empty for a case without a score. */
export type ModelScores = Map<string, number[]>;

/** Collects scores by model and case. Trials without a score are absent, never 0. */
export function scoresByModel({ models, cases, trials }: JudgedCampaign): Map<string, ModelScores> {
  const table = new Map(
    models.map(({ model_id }) => [model_id, new Map(cases.map(({ case_id }) => [case_id, [] as number[]]))]),
  );
  for (const { model_id, case_id, score } of trials) if (score !== null) table.get(model_id)?.get(case_id)?.push(score);
  return table;
}

/** Collects a subject's scores by case. */
export function scoresByCase(trials: Iterable<{ case_id: string; score: number | null }>): ModelScores {
  const table: ModelScores = new Map();
  for (const { case_id, score } of trials) {
    if (score === null) continue;
    const scores = table.get(case_id);
    if (scores) scores.push(score);
    else table.set(case_id, [score]);
  }
  return table;
}

/** Computes a subject's score: the mean over its cases, with its 95 % interval. */
export function subjectScore(scores: ModelScores): ClusteredMean | Undefined {
  return clusteredMean([...scores.values()], { scale: SCORE_SCALE });
}

/** Ranks subjects by score; those without one come last. */
export function byScore(
  one: { score: ClusteredMean | Undefined },
  other: { score: ClusteredMean | Undefined },
): number {
  const heightOf = ({ score }: typeof one) => (score.kind === "mean" ? score.mean : -1);
  return heightOf(other) - heightOf(one);
}
