import type { BrokenAnswer } from "./judge-call.ts";
import type { Aggregation, Dimension, EvidencePlace, RunnerType, RunStatus } from "./vocabulary.ts";

/**
 * What a judged campaign came to, as plain data: everything a report, a chart or a statistic needs, and nothing that has
 * to be looked up elsewhere. `assay report --output json` prints it.
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
  /** Ordered by model, case and repetition as the suite lists them; also those that were never run or judged. */
  trials: TrialResult[];
  /** Every call once, also where several trials share it. */
  calls: { made: number; reused: number };
  /** US dollars as providers report them; null when none did. New spend and what earlier spend paid for stay apart. */
  costs: { runs: SplitCost; judging: SplitCost };
  /** What a reader must know before trusting a number, one sentence each. */
  warnings: string[];
}

/** A subject: a model as it is, or a model under a variant. */
export interface ModelEntry {
  /** Of the subject: with a variant it is `<model_id>+<variant_id>`. */
  model_id: string;
  label: string;
  /** The model string after resolution. */
  model: string;
  /** True for the deterministic programs that stand in for models. */
  offline: boolean;
  /** Which model is asked which way; left out for a model as it is. */
  variant?: { variant_id: string; label: string; model_id: string; model_label: string };
}

export interface CaseEntry {
  case_id: string;
  /** Of a row of a dataset: the id of the case that has it. */
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
 * `scored`: there is a score. `checked`: the evaluation profile asks no judge, so the checks are the result. `unscored`: judged, but no judge gave a valid verdict; tried again next time.
 * `not_judged`: the run failed for infrastructure, or the judges have not been asked yet. `not_run`: no stored run.
 */
export type TrialState = "scored" | "checked" | "unscored" | "not_judged" | "not_run";

export interface TrialResult {
  model_id: string;
  case_id: string;
  /** Run repetition, counted from 1. */
  repetition: number;
  state: TrialState;
  /** Why there is no score, as a sentence; null when there is one. */
  reason: string | null;
  /** True when what the subject wrote, did or left names its own model. The judge reads `[name removed]` in its place, unless the task says it too. */
  names_itself: boolean;
  run_status: RunStatus | null;
  /** SHA-256 of the trial's effective inputs. */
  run_id: string | null;
  /** `overall.score` aggregated over the panel, 0 to 10; null unless scored, never 0 for a missing one. */
  score: number | null;
  /**
   * False when the score misses the `pass_threshold` or a required check failed; without judges, when any check failed. Null when nothing
   * decides it: no threshold and no required check, no score, or a required check that could not be decided.
   */
  passed: boolean | null;
  dimensions: Record<Dimension, AggregatedScore> | null;
  /** What decided the score, in the words of the verdict that is closest to it; null when no judge said. */
  judge_reason: string | null;
  judge_runs: JudgeRunResult[];
  /** Highest minus lowest score between the judge runs; null with fewer than two. */
  disagreement: number | null;
  checks: ChecksResult;
  grounding: GroundingCount;
  run: RunFigures | null;
  judging: { calls_made: number; calls_reused: number; new_usd: number | null; reused_usd: number | null };
  /** Where to read on, relative to outputs/, `/` as separator; null when it does not exist. */
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
  /** `invalid`: broke its contract in every attempt. `unanswered`: no answer came. `not_asked`: nobody asked yet. */
  status: "verdict" | "invalid" | "unanswered" | "not_asked";
  /** False for a valid verdict that `sample_size` left out. */
  aggregated: boolean;
  score: number | null;
  dimensions: Record<Dimension, number> | null;
  attempts: number;
  repairs: string[];
  /** Answers that broke the contract, also those of a call that was asked again and then gave a verdict. */
  broken_answers: BrokenAnswer[];
  /** Broken rules of the last attempt, or why no answer came. */
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
  /** Those that did not pass, in the order of the case. */
  not_passed: { check_id: string; outcome: "failed" | "error"; required: boolean; message: string }[];
}

export interface CheckOutcome {
  check_id: string;
  outcome: "passed" | "failed" | "error";
  required: boolean;
}

/** How far evidence can be looked up. Of the items that quote something, those neither `grounded` nor `task_only` quote what is not there. */
export interface GroundingCount {
  items: number;
  quoting: number;
  /** Everything they quote is in the packet, and not only in the task. */
  grounded: number;
  /** Everything they quote is in the packet, but only in the task, the expectations or the rubric: no evidence about the subject. */
  task_only: number;
  /** Single quotes by where they were found; places without any are left out. */
  places: Partial<Record<EvidencePlace | "nowhere", number>>;
}

export interface RunFigures {
  /** True when a stored run was taken; its cost is not new spend. */
  reused: boolean;
  cost_usd: number | null;
  /** Time spent waiting for the model. */
  latency_ms: number;
  duration_ms: number;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  tool_calls: number;
}
