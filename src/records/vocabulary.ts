/** The six dimensions a campaign judge scores, in the order they are shown. */
export const DIMENSIONS = ["task", "process", "autonomy", "closeness", "efficiency", "spark"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** How a run ended. */
export const RUN_STATUSES = ["success", "failed", "timed_out", "invalid", "provider_error"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Who executes a trial. */
export const RUNNER_TYPES = ["llm_probe", "openclaw"] as const;
export type RunnerType = (typeof RUNNER_TYPES)[number];

/** How the verdicts of several judge calls become one. */
export const AGGREGATION_METHODS = ["median", "mean", "majority_vote", "all_pass"] as const;
export interface Aggregation {
  method: (typeof AGGREGATION_METHODS)[number];
  /** Null: nothing passes or fails. */
  pass_threshold: number | null;
}
