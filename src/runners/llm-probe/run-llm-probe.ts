import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ToolName } from "../../config/index.ts";
import { type ChatAnswer, type ChatMessage, sumUsage, type ToolDefinition } from "../../gateway/index.ts";
import type { RunArtifact } from "../artifact.ts";
import { requestOptions } from "../request-options.ts";
import type { Runner, RunnerSurroundings, Trial } from "../runner.ts";
import { toolDefinitions } from "../tools/index.ts";
import { converse, type Ending } from "./conversation.ts";
import { probeMessages } from "./probe-messages.ts";
import { startTrace, type Trace } from "./trace.ts";

/**
 * Sends a case's messages to a model and lets it use the tools that the case lists. The artifact's status says whose
 * doing the outcome was: `success`, `failed` and `invalid` are the subject's, `timed_out` and `provider_error` are not.
 */
export const runLlmProbe: Runner = async (trial, surroundings) => {
  const { clock, signal, directory, gateway, sandbox, env } = surroundings;
  const startedAt = clock();
  const trace = startTrace(clock);
  const tools = probeTools(trial);
  const options = requestOptions(trial.model, trial.settings);
  const finish = (messages: ChatMessage[], answers: ChatAnswer[], verdict: Verdict) =>
    composeArtifact(trial, surroundings, { startedAt, trace, tools, options, messages, answers, verdict });

  const composed = await probeMessages(trial.loadedCase);
  if (!composed.ok) return finish([], [], configurationProblem(composed.problem));
  const [workspace, tmp] = [join(directory, "workspace"), join(directory, "tmp")];
  if (tools.length > 0) for (const folder of [workspace, tmp]) await mkdir(folder, { recursive: true });

  const { ending, answers } = await converse(
    {
      gateway,
      model: trial.resolved_model,
      messages: composed.messages,
      tools,
      options,
      repetition: trial.repetition,
      maxTurns: trial.settings.max_turns,
      timeoutSeconds: trial.settings.timeout_seconds,
      retries: trial.settings.retries,
      toolSurroundings: {
        allowed: offeredTools(trial),
        sandbox,
        workspace,
        tmp,
        network: trial.runProfile.network_access === "allow",
        env,
        signal,
      },
      signal,
    },
    trace,
  );
  if (ending.kind === "answered") trace.add({ kind: "final_output", content: ending.content, forced: ending.forced });
  return finish(composed.messages, answers, verdictOn(ending));
};

/** The tools that a trial's model is offered, as they are sent. Part of a trial's identity. */
export function probeTools(trial: Pick<Trial, "loadedCase">): ToolDefinition[] {
  return toolDefinitions(offeredTools(trial));
}

function offeredTools({ loadedCase }: Pick<Trial, "loadedCase">): ToolName[] {
  return [...new Set(loadedCase.case.input.context.llm_probe?.tools ?? [])];
}

type Verdict = Pick<RunArtifact, "status" | "final_output" | "final_output_forced" | "failure"> & {
  interrupted?: boolean;
};

function verdictOn(ending: Ending): Verdict {
  const nothing = { final_output: null, final_output_forced: false };
  switch (ending.kind) {
    case "answered":
      return { status: "success", final_output: ending.content, final_output_forced: ending.forced, failure: null };
    case "no_answer":
      return {
        status: "failed",
        final_output: null,
        final_output_forced: ending.forced,
        failure: { stage: "execution", message: ending.message },
      };
    case "unusable":
      return { status: "invalid", ...nothing, failure: { stage: "tool", message: ending.message } };
    case "interrupted": {
      const failure = { stage: "execution" as const, message: "Interrupted before the subject had answered." };
      return { status: "provider_error", ...nothing, failure, interrupted: true };
    }
    case "gateway_failure": {
      const { message, permanent, status } = ending.failure;
      if (status === "timed_out") return { status, ...nothing, failure: { stage: "timeout", message } };
      const failure = { stage: "provider" as const, message, ...(permanent ? { unrecoverable: true } : {}) };
      return { status: "provider_error", ...nothing, failure };
    }
  }
}

/** Not the subject's doing, so it must not be stored as its outcome: with this status the trial is run again. */
function configurationProblem(message: string): Verdict {
  const failure = { stage: "configuration" as const, message };
  return { status: "provider_error", final_output: null, final_output_forced: false, failure };
}

interface Ended {
  startedAt: Date;
  trace: Trace;
  tools: ToolDefinition[];
  options: Record<string, unknown>;
  messages: ChatMessage[];
  answers: ChatAnswer[];
  verdict: Verdict;
}

function composeArtifact(trial: Trial, { gateway, clock }: RunnerSurroundings, ended: Ended): RunArtifact {
  const { startedAt, answers, verdict } = ended;
  const { interrupted, ...outcome } = verdict;
  const finishedAt = clock();
  const { timeout_seconds, retries, max_turns } = trial.settings;
  return {
    schema_version: 1,
    identity: {
      run_id: trial.run_id,
      suite_id: trial.suite_id,
      run_profile_id: trial.run_profile_id,
      model_id: trial.model.model_id,
      case_id: trial.loadedCase.case.case_id,
      repetition: trial.repetition,
    },
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
      ...(interrupted ? { interrupted: true } : {}),
    },
  };
}
