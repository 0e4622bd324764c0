import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ChatAnswer } from "../../records/index.ts";
import { createRedactor } from "../../text/index.ts";
import type { Runner, RunnerSurroundings, Trial } from "../contract/runner.ts";
import { needsSandbox } from "../own-tools/needs.ts";
import { openToolBook } from "../own-tools/recordings/tool-book.ts";
import { openToolSession, type ToolSession } from "../own-tools/tool-session.ts";
import { openMediaShelf } from "../request/media-shelf.ts";
import type { TrialRequest } from "../request/trial-request.ts";
import type { ToolSurroundings } from "../tools/execute-tool.ts";
import { composeProbeArtifact, type Outcome } from "./compose-artifact.ts";
import { holdDialogue, type UserSide } from "./dialogue-with-user.ts";
import { prepareWorkspace } from "./prepare-workspace.ts";
import { type Conversation, type Ending, runToolLoop } from "./tool-loop.ts";
import { startTrace, type Trace } from "./trace.ts";

/**
 * Sends a trial's request to a model and lets it use the offered tools. The artifact's status assigns the outcome: `success` and
 * `failed` to the subject, `invalid` to the user's configuration, `timed_out` and `provider_error` to neither.
 */
export const runLlmProbe: Runner = async (trial, surroundings) => {
  const { clock, signal, directory, gateway, sandbox, env } = surroundings;
  const startedAt = clock();
  const trace = startTrace(clock);
  const { tools, ownTools } = trial.request;
  const [workspace, tmp] = [join(directory, "workspace"), join(directory, "tmp")];
  if (needsSandbox(trial.request)) for (const folder of [workspace, tmp]) await mkdir(folder, { recursive: true });

  const taken = await takeMedia(trial.request, surroundings);
  if (!taken.ok) {
    const outcome = outcomeOf({ kind: "input_unavailable", message: taken.problem });
    return composeProbeArtifact(trial, surroundings, { startedAt, trace, answers: [], outcome });
  }
  const toolSurroundings: ToolSurroundings = {
    allowed: tools.map((tool) => tool.function.name),
    sandbox,
    workspace,
    tmp,
    network: trial.runProfile.network_access === "allow",
    diskBytes: trial.runProfile.sandbox_disk_mb * 1024 ** 2,
    env,
    signal,
  };
  const prepared = await prepareWorkspace(trial, surroundings, toolSurroundings);
  if (!prepared.ok) {
    taken.release();
    const { outcome, artifacts } = prepared;
    return composeProbeArtifact(trial, surroundings, { startedAt, trace, answers: [], outcome, artifacts });
  }
  const session =
    ownTools && openToolSession({ ...sessionOf(trial, surroundings), tools: ownTools, surroundings: toolSurroundings });
  if (session) toolSurroundings.own = session.execute;

  const conversation = {
    ...(taken.media ? { media: taken.media } : {}),
    gateway,
    request: trial.request,
    repetition: trial.repetition,
    maxTurns: trial.settings.max_turns,
    timeoutSeconds: trial.settings.timeout_seconds,
    retries: trial.settings.retries,
    toolSurroundings,
    signal,
  };
  const talking = runConversation(trial, conversation, surroundings, trace).finally(taken.release);
  const { ending, answers, user } = await closingAfter(talking, session);
  if (ending.kind === "answered") trace.add({ kind: "final_output", content: ending.content, forced: ending.forced });
  const outcome = outcomeOf(ending);
  const kept = await prepared.keepChanges();
  return composeProbeArtifact(trial, surroundings, {
    startedAt,
    trace,
    answers,
    outcome,
    ...(user ? { user } : {}),
    ...kept,
  });
};

/** Has the subject answer once, or as often as its simulated user wants it to. */
async function runConversation(
  { request, model }: Trial,
  conversation: Conversation,
  { userGateway, redact = createRedactor([]) }: RunnerSurroundings,
  trace: Trace,
): Promise<{ ending: Ending; answers: ChatAnswer[]; user?: UserSide }> {
  if (!request.user) return await runToolLoop(conversation, trace);
  if (!userGateway) throw new Error("there is no endpoint for the model that plays the user");
  return await holdDialogue({ ...conversation, user: request.user, userGateway, redact, model }, trace);
}

/** The bytes that go with the request, held while the conversation lasts. */
async function takeMedia({ media = [] }: TrialRequest, { media: shelf = openMediaShelf() }: RunnerSurroundings) {
  if (media.length === 0) return { ok: true as const, media: undefined, release: () => {} };
  return await shelf.take(media);
}

/** Closes the trial's servers, however the conversation ended. */
async function closingAfter<Result>(talking: Promise<Result>, session: ToolSession | undefined): Promise<Result> {
  try {
    return await talking;
  } finally {
    await session?.close();
  }
}

function sessionOf(
  { model, loadedCase, repetition }: Trial,
  { toolBook, redact = (text) => text }: RunnerSurroundings,
) {
  const trial = `${model.model_id}/${loadedCase.case.case_id}/${String(repetition).padStart(6, "0")}`;
  return { trial, book: toolBook ?? openToolBook(), redact };
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
      return { status: "failed", ...nothing, failure: { stage: "tool", message: ending.message } };
    case "input_unavailable":
      return { status: "provider_error", ...nothing, failure: { stage: "configuration", message: ending.message } };
    case "user_failed": {
      const { message, failure: cause } = ending;
      const failure = {
        stage: "simulated_user" as const,
        message,
        ...(cause?.permanent ? { unrecoverable: true } : {}),
      };
      const failedAnswer = cause && { http_status: cause.http_status, raw: cause.raw };
      return { status: "provider_error", ...nothing, failure, ...(failedAnswer ? { failedAnswer } : {}) };
    }
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
