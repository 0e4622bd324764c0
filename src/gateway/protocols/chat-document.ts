import { toUSVString } from "node:util";
import type { CarriedReasoning, ChatAnswer, ToolCall, Usage } from "../../records/index.ts";
import { isRecord } from "../../text/index.ts";
import { countedUsage } from "./counted-usage.ts";
import { jsonText, plainText, record } from "./loose-json.ts";
import type { ClaimedUsage, WireToolCall } from "./reader.ts";

/** The content of a chat completion. */
export type Completion = Pick<ChatAnswer, "message" | "finish_reason" | "usage" | "provider" | "model">;

/** Reads a chat completion from one document, or names the problem. */
export function readChatDocument(body: unknown): { ok: true; completion: Completion } | { ok: false; problem: string } {
  const refused = (problem: string) => ({ ok: false as const, problem });
  const { choices, usage, provider, model } = record(body);
  if (!Array.isArray(choices)) return refused("JSON that is not a chat completion: it has no list of choices.");
  const [choice] = choices as unknown[];
  if (choice === undefined) return refused("an empty list of choices.");
  if (!isRecord(choice) || !isRecord(choice.message)) return refused("a choice that holds no message.");
  const content = contentOf(choice.message);
  if (content === undefined) return refused("a message whose content is neither text nor a list of text parts.");
  return {
    ok: true,
    completion: {
      message: {
        content: content && toUSVString(content),
        tool_calls: readToolCalls(choice.message),
        ...carriedReasoning(choice.message),
      },
      finish_reason: typeof choice.finish_reason === "string" ? choice.finish_reason : null,
      usage: readUsage(usage),
      provider: typeof provider === "string" ? provider : null,
      model: typeof model === "string" ? model : null,
    },
  };
}

/** Reads a stored chat completion; null if it is not one. */
export function readCompletion(raw: unknown): Completion | null {
  const read = readChatDocument(raw);
  return read.ok ? read.completion : null;
}

/** Text of a message or a piece of one; null for none, undefined if unreadable. */
export function contentOf({ content, refusal }: Record<string, unknown>): string | null | undefined {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return typeof refusal === "string" ? refusal : null;
  if (!Array.isArray(content)) return undefined;
  const texts = content.filter(isRecord).map((part) => part.text ?? part.refusal);
  return texts.length === content.length ? texts.filter((text) => typeof text === "string").join("") : undefined;
}

/** A tool call, or a piece of one, in any server's spelling: arguments as text or as data, fields under `function` or beside the id. */
export function calledIn(call: unknown): WireToolCall {
  const { id, function: called, ...beside } = record(call);
  const { name, arguments: given } = isRecord(called) ? called : beside;
  return { id: plainText(id), name: plainText(name), arguments: given === null ? "" : jsonText(given) };
}

/** The calls of a whole message, including the older `function_call` of some servers. */
export function callsIn({ tool_calls, function_call }: Record<string, unknown>): WireToolCall[] {
  const listed = Array.isArray(tool_calls) ? tool_calls : [];
  return (listed.length === 0 && isRecord(function_call) ? [{ function: function_call }] : listed).map(calledIn);
}

/**
 * Normalizes tool calls for execution: each has an id and arguments. A call without a tool name keeps an empty one for the runner
 * to judge: it is the model's mistake, not the provider's.
 */
export function readToolCalls(message: Record<string, unknown>): ToolCall[] {
  return callsIn(message).map((call, index) => ({
    id: toUSVString(call.id) || `call_${index + 1}`,
    type: "function",
    function: {
      name: toUSVString(call.name),
      arguments: call.arguments.trim() === "" ? "{}" : toUSVString(call.arguments),
    },
  }));
}

/** Reads usage as OpenAI and OpenRouter report it; null if missing. */
export function readUsage(usage: unknown): Usage | null {
  return isRecord(usage) ? countedUsage(claimedUsage(usage)) : null;
}

export function claimedUsage(usage: Record<string, unknown>): ClaimedUsage {
  return {
    prompt: usage.prompt_tokens,
    completion: usage.completion_tokens,
    total: usage.total_tokens,
    cached: record(usage.prompt_tokens_details).cached_tokens,
    reasoning: record(usage.completion_tokens_details).reasoning_tokens,
    cost: usage.cost,
  };
}

/** Reasoning to send back: some providers refuse the next turn of a tool conversation without it. */
function carriedReasoning({ reasoning_details, reasoning_content }: Record<string, unknown>): CarriedReasoning {
  return {
    ...(reasoning_details ? { reasoning_details } : {}),
    ...(reasoning_content ? { reasoning_content } : {}),
  };
}
