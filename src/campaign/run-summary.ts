import type { RunArtifact, RunStatus } from "../records/index.ts";

/** What is kept in memory of a run once its record is stored: ten thousand of them fit where one record might not. */
export interface RunSummary {
  run_id: string;
  status: RunStatus;
  offline: boolean;
  failure: RunArtifact["failure"];
  duration_ms: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** As the provider reported it; null when it did not. */
  cost_usd: number | null;
}

export function summarizeRun(artifact: RunArtifact): RunSummary {
  return {
    run_id: artifact.identity.run_id,
    status: artifact.status,
    offline: artifact.request.offline,
    failure: artifact.failure,
    duration_ms: artifact.timing.duration_ms,
    prompt_tokens: artifact.usage?.prompt_tokens ?? 0,
    completion_tokens: artifact.usage?.completion_tokens ?? 0,
    cost_usd: artifact.usage?.cost_usd ?? null,
  };
}

/** The subject's own outcomes are reused; failures of infrastructure say nothing about it and are run again. */
export function isReusable(status: RunStatus): boolean {
  return status === "success" || status === "failed" || status === "invalid";
}
