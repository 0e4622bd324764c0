import type { RunCampaignName } from "./campaign-name.ts";

/** Names one trial of a store. */
export interface TrialKey extends RunCampaignName {
  /** Of the subject: with a variant it is `<model_id>+<variant_id>`. */
  model_id: string;
  case_id: string;
  /** Counted from 1. */
  repetition: number;
}

/** Returns the place in the log of a run or of its adoption. */
export function runPlace({ suite_id, run_profile, model_id, case_id, repetition }: TrialKey): string {
  return `${suite_id}/${run_profile}/${model_id}/${case_id}/${repetition}`;
}

/** Returns the place of an evaluation: a trial has one for each evaluation profile. */
export function evaluationPlace(key: TrialKey, evaluation_profile: string): string {
  const { suite_id, run_profile, model_id, case_id, repetition } = key;
  return `${suite_id}/${run_profile}/${evaluation_profile}/${model_id}/${case_id}/${repetition}`;
}

/** Reads the place of a run. */
export function readRunPlace(place: string): TrialKey {
  const [suite_id = "", run_profile = "", ...trial] = place.split("/");
  return { suite_id, run_profile, ...readTrial(trial) };
}

/** Reads the place of an evaluation. */
export function readEvaluationPlace(place: string): TrialKey & { evaluation_profile: string } {
  const [suite_id = "", run_profile = "", evaluation_profile = "", ...trial] = place.split("/");
  return { suite_id, run_profile, evaluation_profile, ...readTrial(trial) };
}

function readTrial([model_id = "", case_id = "", repetition]: string[]): Omit<TrialKey, keyof RunCampaignName> {
  return { model_id, case_id, repetition: Number(repetition) };
}
