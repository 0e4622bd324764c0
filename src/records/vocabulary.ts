/** The six dimensions a campaign judge scores, in the order they are shown. */
export const DIMENSIONS = ["task", "process", "autonomy", "closeness", "efficiency", "spark"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** How a run ended. */
export const RUN_STATUSES = ["success", "failed", "timed_out", "invalid", "provider_error"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Who executes a trial. */
export const RUNNER_TYPES = ["llm_probe", "openclaw", "agent"] as const;
export type RunnerType = (typeof RUNNER_TYPES)[number];

/** How the verdicts of several judge calls become one. */
export const AGGREGATION_METHODS = ["median", "mean", "majority_vote", "all_pass"] as const;
export interface Aggregation {
  method: (typeof AGGREGATION_METHODS)[number];
  /** Null: nothing passes or fails. */
  pass_threshold: number | null;
}

/**
 * Where something a judge quotes was found: in what the subject said, in what its tools were asked or returned, in files it left, in checks,
 * or in how the run went. The last two are what the subject was given and what is expected of it; they say nothing about what it did.
 */
export const EVIDENCE_PLACES = [
  "answer",
  "tool_result",
  "tool_call",
  "file",
  "check",
  "run",
  "task",
  "rubric",
] as const;
export type EvidencePlace = (typeof EVIDENCE_PLACES)[number];
