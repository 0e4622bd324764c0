import type { TrialResult } from "./judged-campaign.ts";

/** A trial's name for people and `assay show`: `careful/refund`, and `careful/refund/2` for later repetitions. No id contains a slash. */
export function nameOfTrial({
  model_id,
  case_id,
  repetition,
}: Pick<TrialResult, "model_id" | "case_id" | "repetition">): string {
  return `${model_id}/${case_id}${repetition === 1 ? "" : `/${repetition}`}`;
}
