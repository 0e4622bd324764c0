import {
  type ChatAnswer,
  type OutputArtifact,
  type RunArtifact,
  sumUsage,
  unreportedUsage,
} from "../../records/index.ts";
import { identityOf, type RunnerSurroundings, recordedRequest, type Trial } from "../contract/runner.ts";
import type { KeptChanges } from "../workspace/keep-changes.ts";
import { recordWorkspace } from "../workspace/record-workspace.ts";
import type { UserSide } from "./dialogue-with-user.ts";
import { recordedUser } from "./recorded-user.ts";
import type { Trace } from "./trace.ts";

/** The end of a trial, in the artifact's terms. */
export type Outcome = Pick<RunArtifact, "status" | "final_output" | "final_output_forced" | "failure"> & {
  interrupted?: boolean;
  /** The response received instead of an answer. */
  failedAnswer?: { http_status: number | null; raw: unknown };
};

/** Everything collected from a trial. */
export interface EndedProbe {
  startedAt: Date;
  trace: Trace;
  answers: ChatAnswer[];
  outcome: Outcome;
  /** Present if a model played the user. */
  user?: UserSide;
  /** Changes kept from a workspace that was filled beforehand. */
  changes?: KeptChanges;
  /** Artifacts that are not the subject's. */
  artifacts?: OutputArtifact[];
}

/** Composes the stored record of a trial from its input and outcome. */
export function composeProbeArtifact(
  trial: Trial,
  { gateway, clock }: RunnerSurroundings,
  ended: EndedProbe,
): RunArtifact {
  const { startedAt, answers } = ended;
  const { interrupted, failedAnswer, ...outcome } = ended.outcome;
  const finishedAt = clock();
  const { timeout_seconds, retries, max_turns } = trial.settings;
  return {
    schema_version: 1,
    identity: identityOf(trial),
    runner: "llm_probe",
    ...outcome,
    request: recordedRequest(trial.request, gateway, { timeout_seconds, retries, max_turns }),
    provider: answers.map(({ provider, model, finish_reason }) => ({ name: provider, model, finish_reason })),
    timing: {
      started_at: startedAt.toISOString(),
      finished_at: finishedAt.toISOString(),
      duration_ms: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
      latency_ms: answers.reduce((sum, { latency_ms }) => sum + latency_ms, 0),
    },
    usage: sumUsage(answers.map(({ usage }) => usage)),
    ...(ended.user ? { simulated_user: recordedUser(ended.user) } : {}),
    ...recordWorkspace(trial.request, ended.changes),
    trace: ended.trace.events,
    artifacts: ended.artifacts ?? [],
    runner_metadata: {
      requests: answers.length,
      ...unreportedUsage(answers.map(({ usage }) => usage)),
      raw_answers: answers.map(({ raw }) => raw),
      ...(failedAnswer ? { failed_answer: failedAnswer } : {}),
      ...(ended.changes?.setupFilesNotKept ? { setup_files_not_kept: ended.changes.setupFilesNotKept } : {}),
      ...(interrupted ? { interrupted: true } : {}),
    },
  };
}
