import type { EvaluationFacts, RunFacts } from "../../records/index.ts";

/** What `assay trials --output json` prints: the trials of one stored campaign that were asked for. Fields are only ever added. */
export interface TrialListing {
  schema_version: 1;
  kind: "trial_listing";
  /** `<suite>/<run profile>/<evaluation profile>`, as `assay store list` has it. */
  campaign: string;
  /** How many trials the campaign has. */
  of: number;
  /** The filters as they were written; empty when all trials were asked for. */
  filters: string[];
  trials: ListedTrialRow[];
  /** Where nothing was found: what each filter alone keeps out. */
  widen: { without: string; trials: number }[];
}

export interface ListedTrialRow {
  /** As `assay show` takes it. */
  trial: string;
  model_id: string;
  case_id: string;
  repetition: number;
  /** Null when the record of its run is damaged. */
  status: RunFacts["status"] | null;
  /** Null when it was not judged. */
  state: EvaluationFacts["state"] | null;
  score: number | null;
  passed: boolean | null;
  /** Why it counts as failed; null when it does not. */
  failed: string | null;
  checks_passed: number;
  checks_total: number;
  checks_not_passed: string[];
  verdicts_disagree: boolean;
  duration_ms: number | null;
  run_cost_usd: number | null;
  judging_cost_usd: number | null;
  /** Why the run did not succeed, in its own words. */
  failure: string | null;
  run_id: string;
}
