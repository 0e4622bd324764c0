import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ToolName } from "../../config/index.ts";
import type { ChatAnswer, ChatMessage, ToolDefinition } from "../../records/index.ts";
import { requestOptions } from "../request-options.ts";
import type { Runner, Trial } from "../runner.ts";
import { toolDefinitions } from "../tools/index.ts";
import { composeArtifact, type Outcome } from "./compose-artifact.ts";
import { converse, type Ending } from "./conversation.ts";
import { probeMessages } from "./probe-messages.ts";
import { startTrace } from "./trace.ts";

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
  const finish = (messages: ChatMessage[], answers: ChatAnswer[], outcome: Outcome) =>
    composeArtifact(trial, surroundings, { startedAt, trace, tools, options, messages, answers, outcome });

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
  return finish(composed.messages, answers, outcomeOf(ending));
};

/** The tools that a trial's model is offered, as they are sent. Part of a trial's identity. */
export function probeTools(trial: Pick<Trial, "loadedCase">): ToolDefinition[] {
  return toolDefinitions(offeredTools(trial));
}

function offeredTools({ loadedCase }: Pick<Trial, "loadedCase">): ToolName[] {
  return [...new Set(loadedCase.case.input.context.llm_probe?.tools ?? [])];
}

function outcomeOf(ending: Ending): Outcome {
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
    case "tool_unavailable":
      return { status: "provider_error", ...nothing, failure: { stage: "tool", message: ending.message } };
    case "interrupted": {
      const failure = { stage: "execution" as const, message: "Interrupted before the subject had answered." };
      return { status: "provider_error", ...nothing, failure, interrupted: true };
    }
    case "gateway_failure": {
      const { message, permanent, status, http_status, raw } = ending.failure;
      if (status === "timed_out") return { status, ...nothing, failure: { stage: "timeout", message } };
      const failure = { stage: "provider" as const, message, ...(permanent ? { unrecoverable: true } : {}) };
      return { status: "provider_error", ...nothing, failure, failedAnswer: { http_status, raw } };
    }
  }
}

/** Not the subject's doing, so it must not be stored as its outcome: with this status the trial is run again. */
function configurationProblem(message: string): Outcome {
  const failure = { stage: "configuration" as const, message };
  return { status: "provider_error", final_output: null, final_output_forced: false, failure };
}
