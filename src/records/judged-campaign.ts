import type { BrokenAnswer } from "./judge-call.ts";
import type { Aggregation, Dimension, EvidencePlace, RunnerType, RunStatus } from "./vocabulary.ts";

/**
 * The outcome of a judged campaign as plain data: everything a report, a chart or a statistic needs, without further lookups.
 * `assay report --output json` prints it.
 */
export interface JudgedCampaign {
  schema_version: 1;
  suite_id: string;
  suite_title: string;
  run_profile_id: string;
  evaluation_profile_id: string;
  aggregation: Aggregation;
  models: ModelEntry[];
  cases: CaseEntry[];
  judge_runs: JudgeRunEntry[];
  /** Ordered by model, case and repetition as in the suite, including those never run or judged. */
  trials: TrialResult[];
  /** Counts each call once, even if several trials share it. */
  calls: { made: number; reused: number };
  /** US dollars as reported by providers; null when none did. New and earlier spending are separate. */
  costs: { runs: SplitCost; judging: SplitCost };
  /** Caveats for a reader of the numbers, one sentence each. */
  warnings: string[];
}

/** A subject: a plain model, or a model under a variant. */
export interface ModelEntry {
  /** The subject's id: with a variant it is `<model_id>+<variant_id>`. */
  model_id: string;
  label: string;
  /** The model string after resolution. */
  model: string;
  /** True for the deterministic programs that stand in for models. */
  offline: boolean;
  /** The underlying model and its variant; omitted for a plain model. */
  variant?: { variant_id: string; label: string; model_id: string; model_label: string };
}

export interface CaseEntry {
  case_id: string;
  /** For a dataset row: the id of the case with the dataset. */
  dataset_case_id?: string;
  title: string;
  runner: RunnerType;
  tags: string[];
}

export interface JudgeRunEntry {
  judge_run_id: string;
  judge_id: string;
  model: string;
  offline: boolean;
  repetitions: number;
  sample_size: number | null;
}

interface SplitCost {
  new_usd: number | null;
  reused_usd: number | null;
}

/**
 * `scored`: there is a score. `checked`: the evaluation profile has no judges, so the checks are the result. `unscored`: judged,
 * but without a valid verdict; tried again next time. `not_judged`: the run failed for infrastructure, or the judges have not
 * been asked yet. `not_run`: no stored run.
 */
export type TrialState = "scored" | "checked" | "unscored" | "not_judged" | "not_run";

export interface TrialResult {
  model_id: string;
  case_id: string;
  /** Run repetition, counted from 1. */
  repetition: number;
  state: TrialState;
  /** A sentence explaining why there is no score; null when there is one. */
  reason: string | null;
  /**
   * True when the subject's output, actions or files name its own model. The judge reads `[name removed]` instead, unless the
   * task says the name too.
   */
  names_itself: boolean;
  run_status: RunStatus | null;
  /** SHA-256 of the trial's effective inputs. */
  run_id: string | null;
  /** `overall.score` aggregated over the panel, 0 to 10; null unless scored, never 0 for a missing one. */
  score: number | null;
  /**
   * False when the score misses the `pass_threshold` or a required check failed; without judges, when any check failed. Null when
   * nothing decides it: no threshold and no required check, no score, or an undecided required check.
   */
  passed: boolean | null;
  dimensions: Record<Dimension, AggregatedScore> | null;
  /** The deciding reason, in the words of the verdict closest to the score; null when no judge gave one. */
  judge_reason: string | null;
  judge_runs: JudgeRunResult[];
  /** Highest minus lowest score between the judge runs; null with fewer than two. */
  disagreement: number | null;
  checks: ChecksResult;
  grounding: GroundingCount;
  run: RunFigures | null;
  judging: { calls_made: number; calls_reused: number; new_usd: number | null; reused_usd: number | null };
  /** Further files, relative to outputs/ with `/` as separator; null when missing. */
  files: { run: string | null; evaluation: string | null };
  warnings: string[];
}

export interface AggregatedScore {
  score: number;
  passed: boolean | null;
}

export interface JudgeRunResult {
  judge_run_id: string;
  judge_id: string;
  /** Null when no iteration was valid. */
  score: number | null;
  passed: boolean | null;
  dimensions: Record<Dimension, AggregatedScore> | null;
  iterations: IterationResult[];
}

export interface IterationResult {
  /** Judge repetition within its judge run, counted from 1. */
  repetition: number;
  /** `invalid`: every attempt broke the contract. `unanswered`: no answer came. `not_asked`: the call has not been made. */
  status: "verdict" | "invalid" | "unanswered" | "not_asked";
  /** False for a valid verdict that `sample_size` excluded. */
  aggregated: boolean;
  score: number | null;
  dimensions: Record<Dimension, number> | null;
  attempts: number;
  repairs: string[];
  /** Answers that broke the contract, including those of a call that gave a verdict on a later attempt. */
  broken_answers: BrokenAnswer[];
  /** Broken rules of the last attempt, or the reason why no answer came. */
  problem: string | null;
  grounding: GroundingCount;
  reused: boolean;
  cost_usd: number | null;
  call_id: string;
}

export interface ChecksResult {
  passed: number;
  failed: number;
  error: number;
  total: number;
  /** Every check in the order of the case. */
  outcomes: CheckOutcome[];
  /** Checks that did not pass, in the order of the case. */
  not_passed: { check_id: string; outcome: "failed" | "error"; required: boolean; message: string }[];
}

export interface CheckOutcome {
  check_id: string;
  outcome: "passed" | "failed" | "error";
  required: boolean;
}

/** Counts of evidence by grounding. Quoting items that are neither `grounded` nor `task_only` quote something that is not there. */
export interface GroundingCount {
  items: number;
  quoting: number;
  /** Everything they quote is in the packet, and not only in the task. */
  grounded: number;
  /** Everything they quote is in the packet, but only in the task, the expectations or the rubric: no evidence about the subject. */
  task_only: number;
  /** Individual quotes by place; places without any are omitted. */
  places: Partial<Record<EvidencePlace | "nowhere", number>>;
}

export interface RunFigures {
  /** True if a stored run was reused, so its cost is not new spending. */
  reused: boolean;
  cost_usd: number | null;
  latency_ms: number;
  duration_ms: number;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  tool_calls: number;
}
