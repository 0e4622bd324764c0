import {
  type ChatAnswer,
  type ChatMessage,
  type RunArtifact,
  sumUsage,
  type ToolDefinition,
} from "../../records/index.ts";
import { identityOf, type RunnerSurroundings, type Trial } from "../runner.ts";
import type { Trace } from "./trace.ts";

/** How a trial ended, in the artifact's words. */
export type Outcome = Pick<RunArtifact, "status" | "final_output" | "final_output_forced" | "failure"> & {
  interrupted?: boolean;
  /** What came instead of an answer. */
  failedAnswer?: { http_status: number | null; raw: unknown };
};

/** Everything a trial has to show for itself. */
export interface Ended {
  startedAt: Date;
  trace: Trace;
  tools: ToolDefinition[];
  options: Record<string, unknown>;
  messages: ChatMessage[];
  answers: ChatAnswer[];
  outcome: Outcome;
}

/** The stored record of a trial, from what it was given and what came of it. */
export function composeArtifact(trial: Trial, { gateway, clock }: RunnerSurroundings, ended: Ended): RunArtifact {
  const { startedAt, answers } = ended;
  const { interrupted, failedAnswer, ...outcome } = ended.outcome;
  const finishedAt = clock();
  const { timeout_seconds, retries, max_turns } = trial.settings;
  return {
    schema_version: 1,
    identity: identityOf(trial),
    runner: "llm_probe",
    ...outcome,
    request: {
      gateway: gateway.endpoint,
      model: trial.resolved_model,
      offline: gateway.offline,
      execution_parameters: { ...ended.options, timeout_seconds, retries, max_turns },
      messages: ended.messages.map(({ role, content, name }) => ({
        role,
        content: content ?? "",
        ...(name ? { name } : {}),
      })),
      turns: [],
      tools: ended.tools,
      metadata: {
        attachments: trial.loadedCase.attachments.map(({ filename, sha256, bytes }) => ({ filename, sha256, bytes })),
      },
    },
    provider: answers.map(({ provider, model, finish_reason }) => ({ name: provider, model, finish_reason })),
    timing: {
      started_at: startedAt.toISOString(),
      finished_at: finishedAt.toISOString(),
      duration_ms: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
      latency_ms: answers.reduce((sum, { latency_ms }) => sum + latency_ms, 0),
    },
    usage: sumUsage(answers.map(({ usage }) => usage)),
    trace: ended.trace.events,
    artifacts: [],
    runner_metadata: {
      requests: answers.length,
      raw_answers: answers.map(({ raw }) => raw),
      ...(failedAnswer ? { failed_answer: failedAnswer } : {}),
      ...(interrupted ? { interrupted: true } : {}),
    },
  };
}
