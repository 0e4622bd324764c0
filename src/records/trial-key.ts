import type { RunCampaignName } from "./campaign-name.ts";

/** Identifies one trial of a store. */
export interface TrialKey extends RunCampaignName {
  /** The subject's id: with a variant it is `<model_id>+<variant_id>`. */
  model_id: string;
  case_id: string;
  /** Counted from 1. */
  repetition: number;
}

/** The place in the log of a run or of its adoption. */
export function runPlace({ suite_id, run_profile, model_id, case_id, repetition }: TrialKey): string {
  return `${suite_id}/${run_profile}/${model_id}/${case_id}/${repetition}`;
}

/** The place of an evaluation, of which a trial has one per evaluation profile. */
export function evaluationPlace(key: TrialKey, evaluation_profile: string): string {
  const { suite_id, run_profile, model_id, case_id, repetition } = key;
  return `${suite_id}/${run_profile}/${evaluation_profile}/${model_id}/${case_id}/${repetition}`;
}

/** Parses the place of a run. */
export function readRunPlace(place: string): TrialKey {
  const [suite_id = "", run_profile = "", ...trial] = place.split("/");
  return { suite_id, run_profile, ...readTrial(trial) };
}

/** Parses the place of an evaluation. */
export function readEvaluationPlace(place: string): TrialKey & { evaluation_profile: string } {
  const [suite_id = "", run_profile = "", evaluation_profile = "", ...trial] = place.split("/");
  return { suite_id, run_profile, evaluation_profile, ...readTrial(trial) };
}

function readTrial([model_id = "", case_id = "", repetition]: string[]): Omit<TrialKey, keyof RunCampaignName> {
  return { model_id, case_id, repetition: Number(repetition) };
}
