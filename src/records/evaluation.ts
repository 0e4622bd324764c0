import type { CopyingArtefact } from "../text/index.ts";
import type { CheckResult } from "./check.ts";
import type { AggregatedScore, ChecksResult, GroundingCount, IterationResult, TrialState } from "./judged-campaign.ts";
import type { Aggregation, Dimension, EvidencePlace, RunStatus } from "./vocabulary.ts";

/** final_result_N.json: the evaluation of one trial, with everything that leads from its score back to the words behind it. */
export interface FinalResult {
  schema_version: 1;
  identity: {
    suite_id: string;
    run_profile_id: string;
    evaluation_profile_id: string;
    model_id: string;
    case_id: string;
    repetition: number;
    /** The judged run. */
    run_id: string;
    run_status: RunStatus;
  };
  /** The prompts sent to the judges; the texts are in the neighbouring files and the manifest. */
  prompt: { user_sha256: string; system_sha256: string };
  state: TrialState;
  reason: string | null;
  /** `judge_overall.score`; null when unscored. */
  final_score: number | null;
  /** The judges' aggregated score; its `passed` considers only the threshold. */
  judge_overall: AggregatedScore | null;
  /** The trial passes: the threshold and every required check. Null when nothing decides it. */
  passed: boolean | null;
  dimensions: Record<Dimension, AggregatedScore> | null;
  aggregation: Aggregation;
  judge_runs: FinalJudgeRun[];
  disagreement: number | null;
  grounding: GroundingCount;
  checks: ChecksResult;
  check_results: CheckResult[];
  warnings: string[];
}

export interface FinalJudgeRun {
  judge_run_id: string;
  judge_id: string;
  model: string;
  offline: boolean;
  score: number | null;
  passed: boolean | null;
  iterations: FinalIteration[];
}

/** Omits what differs between a fresh and a reread call, so that judging again leaves the file unchanged. */
export interface FinalIteration extends Omit<IterationResult, "reused"> {
  summary: string | null;
  reason: string | null;
  evidence: Record<Dimension, GroundedEvidence[]> | null;
}

/** The references of one piece of evidence, and their places in the packet. */
export interface GroundedEvidence {
  text: string;
  references: EvidenceReference[];
  /**
   * `grounded`: all of it is in the packet. `task_only`: it is, but only in what the subject was given or what is expected of it.
   * `not_found`: some of it is missing. `quotes_nothing`: there is nothing to look up.
   */
  state: "grounded" | "task_only" | "not_found" | "quotes_nothing";
}

export interface EvidenceReference {
  kind: "quote" | "code" | "file" | "number";
  text: string;
  /** Null when it is not in the packet. */
  found: FoundReference | null;
}

export interface FoundReference {
  place: EvidencePlace;
  /** The text in the packet, as a dotted path: `subject_response.final_output`. */
  path: string;
  /** Changes by copying that left the words intact, such as `quotation_marks`. */
  artefacts: CopyingArtefact[];
}
