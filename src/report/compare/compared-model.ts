import type { JudgedCampaign } from "../../records/index.ts";
import type { ComparedModel } from "./compare-campaigns.ts";

/** One model of a judged campaign as a side of a comparison. The model has to be part of the campaign. */
export function comparedModel({ models, cases, trials }: JudgedCampaign, modelId: string): ComparedModel {
  const empty = <Value>() => new Map(cases.map(({ case_id }) => [case_id, [] as Value[]]));
  const scores = empty<number>();
  const passes = empty<boolean>();
  for (const { model_id, case_id, score, passed } of trials) {
    if (model_id !== modelId) continue;
    if (score !== null) scores.get(case_id)?.push(score);
    if (passed !== null) passes.get(case_id)?.push(passed);
  }
  const label = models.find(({ model_id }) => model_id === modelId)?.label ?? modelId;
  return { model_id: modelId, label, scores, passes };
}
