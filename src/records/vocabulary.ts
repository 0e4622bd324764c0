/** The six dimensions a campaign judge scores, in display order. */
export const DIMENSIONS = ["task", "process", "autonomy", "closeness", "efficiency", "spark"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const RUN_STATUSES = ["success", "failed", "timed_out", "invalid", "provider_error"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const RUNNER_TYPES = ["llm_probe", "openclaw", "agent"] as const;
export type RunnerType = (typeof RUNNER_TYPES)[number];

/** When a campaign's files for reading are made: immediately, by the number of trials, or on `assay files`. */
export const FILES_MODES = ["auto", "always", "never"] as const;
export type FilesMode = (typeof FILES_MODES)[number];

/** Methods of combining several verdicts into one. */
export const AGGREGATION_METHODS = ["median", "mean", "majority_vote", "all_pass"] as const;
export interface Aggregation {
  method: (typeof AGGREGATION_METHODS)[number];
  /** Null: nothing passes or fails. */
  pass_threshold: number | null;
}

/**
 * Places where a judge's quote can be found: the subject's words, the inputs or outputs of its tools, its files, checks, or the
 * course of the run. The last two are what the subject was given and what is expected of it; they say nothing about what it did.
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
