import type { CallRecord, CampaignRecord, EvaluationRecord, RunRecord } from "../../records/index.ts";

/** Keys that a record depends on. */
export interface Needs {
  runs: string[];
  calls: string[];
  texts: string[];
}

/** Adds the prompt of a run's simulated user, which its fingerprint contains as a hash. */
export function needsOfRun({ artifact, fingerprint }: RunRecord): Needs {
  const texts = artifact.simulated_user ? (fingerprint.match(/\b[0-9a-f]{64}\b/g) ?? []) : [];
  return { runs: [], calls: [], texts };
}

export function needsOfEvaluation({ prompt, result }: EvaluationRecord): Needs {
  return {
    runs: result.run_id === null ? [] : [result.run_id],
    calls: result.judge_runs.flatMap(({ iterations }) => iterations.map(({ call_id }) => call_id)),
    texts: [prompt.user_sha256, prompt.system_sha256],
  };
}

export function needsOfCall({ prompt }: CallRecord): Needs {
  return { runs: [], calls: [], texts: [prompt.user_sha256, prompt.system_sha256] };
}

export function needsOfCampaign({ judge_system_prompt_sha256, listing_sha256 }: CampaignRecord): Needs {
  return { runs: [], calls: [], texts: [judge_system_prompt_sha256, ...(listing_sha256 ? [listing_sha256] : [])] };
}
