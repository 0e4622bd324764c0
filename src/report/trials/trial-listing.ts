import type { EvaluationFacts, RunFacts } from "../../records/index.ts";

/** Output of `assay trials --output json`: selected trials of a stored campaign. Fields are only added. */
export interface TrialListing {
  schema_version: 1;
  kind: "trial_listing";
  /** `<suite>/<run profile>/<evaluation profile>`, as in `assay store list`. */
  campaign: string;
  /** Number of trials in the campaign. */
  of: number;
  /** Filters as written; empty for all trials. */
  filters: string[];
  trials: ListedTrialRow[];
  /** For an empty result: the number of trials without each filter. */
  widen: { without: string; trials: number }[];
}

export interface ListedTrialRow {
  /** Argument of `assay show`. */
  trial: string;
  model_id: string;
  case_id: string;
  repetition: number;
  /** Null if the run's record is damaged. */
  status: RunFacts["status"] | null;
  /** Null if it was not judged. */
  state: EvaluationFacts["state"] | null;
  score: number | null;
  passed: boolean | null;
  /** Reason why it counts as failed, otherwise null. */
  failed: string | null;
  checks_passed: number;
  checks_total: number;
  checks_not_passed: string[];
  verdicts_disagree: boolean;
  duration_ms: number | null;
  run_cost_usd: number | null;
  judging_cost_usd: number | null;
  /** The run's own reason for not succeeding. */
  failure: string | null;
  run_id: string;
}
