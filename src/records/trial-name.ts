import type { TrialResult } from "./judged-campaign.ts";

/**
 * A trial as people write it and `assay show` takes it: `careful/refund`, and `careful/refund/2` for any repetition but the first. No id holds a slash.
 */
export function nameOfTrial({
  model_id,
  case_id,
  repetition,
}: Pick<TrialResult, "model_id" | "case_id" | "repetition">): string {
  return `${model_id}/${case_id}${repetition === 1 ? "" : `/${repetition}`}`;
}
