import type { JudgedCampaign } from "../../records/index.ts";

/** Ends of every score of a campaign. */
export const SCORE_SCALE = { low: 0, high: 10 };

/** Scores of one model by case, in the order of the suite; a case whose trials have no score has an empty list. */
export type ModelScores = Map<string, number[]>;

/** The score of every scored trial, by model and case. Trials without a score are absent, never 0. */
export function scoresByModel({ models, cases, trials }: JudgedCampaign): Map<string, ModelScores> {
  const table = new Map(
    models.map(({ model_id }) => [model_id, new Map(cases.map(({ case_id }) => [case_id, [] as number[]]))]),
  );
  for (const { model_id, case_id, score } of trials) if (score !== null) table.get(model_id)?.get(case_id)?.push(score);
  return table;
}
