import type { Gateway } from "../../gateway/index.ts";
import type { ChatAnswer, ChatFailure, ChatMessage, OpenedMedia } from "../../records/index.ts";
import type { TrialRequest } from "../request/trial-request.ts";
import type { ToolSurroundings } from "../tools/execute-tool.ts";
import { executeToolTurn, withDistinctIds } from "./tool-turn.ts";
import type { Trace } from "./trace.ts";

export type Ending =
  | { kind: "answered"; content: string; forced: boolean }
  /** The subject's own failure: it said nothing, or something unusable. */
  | { kind: "no_answer" | "unusable"; message: string; forced: boolean }
  | { kind: "gateway_failure"; failure: ChatFailure }
  /** An offered tool cannot be executed here. Continuing would spend tokens on an answer that counts for nothing. */
  | { kind: "tool_unavailable"; message: string }
  /** A file of the case differs from the one planned. Nothing was sent. */
  | { kind: "input_unavailable"; message: string }
  /** The simulated user could not be asked, or left its role. The subject is not to blame. */
  | { kind: "user_failed"; message: string; failure?: ChatFailure }
  | { kind: "interrupted" };

export interface Conversation {
  gateway: Gateway;
  request: TrialRequest;
  media?: OpenedMedia;
  repetition: number;
  maxTurns: number;
  timeoutSeconds: number;
  retries: number;
  toolSurroundings: ToolSurroundings;
  signal: AbortSignal;
}

const LAST_REQUEST =
  "There are no tool calls left. Give your final answer now, from what you have found out so far, and say what is left undone.";

/**
 * Runs the tool loop until the model answers without calling a tool. When its turns run out, one last request without tools asks
 * for the final answer. A model that calls a tool although none is offered is told so once; a second call counts as its answer.
 * The gateway repeats failed requests; the conversation itself never restarts.
 *
 * @param messages the conversation so far; new messages are appended
 */
export async function runToolLoop(
  conversation: Conversation,
  trace: Trace,
  messages: ChatMessage[] = [...conversation.request.messages],
  requestsBefore = 0,
) {
  const { maxTurns, toolSurroundings, signal } = conversation;
  const answers: ChatAnswer[] = [];
  const end = (ending: Ending) => ({ ending, answers });
  const offersTools = conversation.request.tools.length > 0;

  for (let turn = 1; ; turn++) {
    // Without tools there are no turns to run out of: a first call is answered once, and a second one ends the loop.
    const forced = offersTools && turn > maxTurns;
    trace.enterTurn(requestsBefore + turn);
    if (forced) {
      const message = `The subject used ${maxTurns === 1 ? "its only turn" : `all of its ${maxTurns} turns`}; its final answer was asked for without tools.`;
      trace.add({ kind: "runner_event", event: "final_answer_forced", message, details: { max_turns: maxTurns } });
      trace.add({ kind: "message", role: "user", content: LAST_REQUEST });
      messages.push({ role: "user", content: LAST_REQUEST });
    }
    const outcome = await ask(conversation, messages, forced, trace);
    if (outcome.status === "interrupted") return end({ kind: "interrupted" });
    if (outcome.status !== "answered") return end({ kind: "gateway_failure", failure: outcome });
    answers.push(outcome);

    const { content, tool_calls } = outcome.message;
    if (tool_calls.length === 0 || forced) return end(readFinalAnswer(outcome, forced));
    if (!offersTools && turn > 1) return end(readAnswerWithoutTools(outcome));
    if (content?.trim()) trace.add({ kind: "message", role: "assistant", content });
    if (tool_calls.some(({ function: called }) => called.name === "")) {
      const message = "The subject asked for a tool without naming one.";
      return end({ kind: "unusable", message, forced });
    }
    const { calls, repeated } = withDistinctIds(tool_calls);
    if (repeated.length > 0) {
      const message = `The subject used the same id for several tool calls: ${repeated.join(", ")}. They were renamed.`;
      trace.add({ kind: "runner_event", event: "tool_call_ids_repeated", message });
    }
    messages.push({ role: "assistant", ...outcome.message, tool_calls: calls });
    const { results, unavailable } = await executeToolTurn(calls, toolSurroundings, trace);
    if (signal.aborted) return end({ kind: "interrupted" });
    if (unavailable !== null) return end({ kind: "tool_unavailable", message: unavailable });
    for (const result of results) messages.push(result);
  }
}

async function ask(conversation: Conversation, messages: ChatMessage[], forced: boolean, trace: Trace) {
  const { gateway, request, media, repetition, timeoutSeconds, retries, signal } = conversation;
  const { model, options } = request;
  const tools = forced || request.tools.length === 0 ? {} : { tools: [...request.tools] };
  return gateway.complete(
    { model, messages: [...messages], options, repetition, ...tools, ...(media ? { media } : {}) },
    { timeoutSeconds, retries, signal, onRetry: (retry) => trace.addRetry(retry) },
  );
}

/** Reads the answer of a model that keeps calling tools although it has none and was told so. */
function readAnswerWithoutTools(answer: ChatAnswer): Ending {
  const { content, tool_calls } = answer.message;
  if (content?.trim()) return { kind: "answered", content, forced: false };
  const calls = [...new Set(tool_calls.map(({ function: called }) => called.name))].join(", ");
  const message = `The subject called ${calls} again, although the case offers no tools and it was told so.`;
  return { kind: "no_answer", message, forced: false };
}

function readFinalAnswer({ message, finish_reason }: ChatAnswer, forced: boolean): Ending {
  if (message.content?.trim()) return { kind: "answered", content: message.content, forced };
  const calls = message.tool_calls.map(({ function: called }) => called.name);
  if (calls.length > 0) {
    const what = `asked for ${calls.join(", ")} instead of answering when its turns had run out`;
    return { kind: "no_answer", message: `The subject ${what}.`, forced };
  }
  const why =
    finish_reason === "length"
      ? ": it used up its tokens (max_tokens) before the answer began"
      : finish_reason === "content_filter"
        ? ": the provider's content filter withheld it"
        : "";
  return { kind: "no_answer", message: `The subject's final answer is empty${why}.`, forced };
}
