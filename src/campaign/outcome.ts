import type { RunFacts } from "../records/index.ts";
import type { PlannedTrial } from "./planned-trial.ts";
import type { StoredTrial } from "./run-and-store.ts";

/** The outcome of one planned trial. */
export type TrialOutcome =
  | { source: "executed" | "reused" | "copied"; planned: PlannedTrial; summary: RunFacts }
  | { source: "not_run"; planned: PlannedTrial; summary: null; reason: string };

/** A trial with a stored run. */
export interface ReadyTrial extends StoredTrial {
  planned: PlannedTrial;
  /** Its number in the plan. */
  number: number;
  source: "executed" | "reused" | "copied";
}

/** The reason why a campaign ended before its last trial. */
export type CampaignStop =
  | { kind: "interrupted"; message: string }
  | { kind: "fail_fast"; message: string }
  | { kind: "runner_error"; message: string }
  | { kind: "cost_limit"; message: string }
  | { kind: "store_error"; message: string };

export interface CampaignOutcome {
  /** All trials in plan order, regardless of the order in which they ended; empty with `keepOutcomes: false`. */
  outcomes: TrialOutcome[];
  /** Trials that were not run, with their numbers in the plan. */
  leftOut: { number: number; outcome: TrialOutcome }[];
  stopped: CampaignStop | null;
}

/** Emitted as they happen, in no particular order between trials. */
export type CampaignEvent =
  | { type: "planned"; trials: PlannedTrial[] }
  | { type: "trial_started"; planned: PlannedTrial }
  | { type: "trial_ended"; outcome: TrialOutcome }
  | { type: "stopping"; stop: CampaignStop }
  | { type: "warning"; message: string };

/** `gpt4o_mini/refund #2`, for people. */
export function trialName({ question: { place }, repetition }: PlannedTrial): string {
  return `${place.model_id}/${place.case_id} #${repetition}`;
}
