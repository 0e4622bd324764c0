import { isRecord } from "../../text/index.ts";
import type { AnswerCollector, ClaimedUsage, WireMessage, WirePart, WireReader, WireToolCall } from "./format.ts";
import { errorStatus, errorText, jsonText, plainText, record, records, textOrNull } from "./loose-json.ts";

/** OpenAI's chat completions, as OpenRouter and most servers speak them. */
export const chatCompletions: WireReader = {
  format: "chat_completions",
  readRequest(body) {
    const messages = records(body.messages).map(messageOf);
    return {
      models: [body.model, ...(Array.isArray(body.models) ? body.models : [])].map(jsonText),
      streamed: body.stream === true,
      messages,
      tools: records(body.tools).map(
        (tool) => plainText(record(tool.function).name) || plainText(tool.name) || plainText(tool.type),
      ),
      pointsElsewhere: messages.some(({ parts }) => parts.some(({ kind }) => kind === "other")),
    };
  },
  collectAnswer,
  errorBody: (status, message) => ({ error: { message, type: "assay_proxy", code: status, param: null } }),
};

function messageOf(message: Record<string, unknown>): WireMessage {
  const role = plainText(message.role);
  if (role === "tool" || role === "function") {
    const content = contentParts(message.content).flatMap((part) => (part.kind === "text" ? [part.text] : []));
    const result = { id: plainText(message.tool_call_id), name: textOrNull(message.name), failed: null };
    return { role: "user", parts: [{ kind: "tool_result", ...result, content: content.join("\n") }] };
  }
  const calls = records(message.tool_calls).map((call): WirePart => ({ kind: "tool_call", ...toolCallOf(call) }));
  return {
    role: role === "assistant" ? role : role === "system" || role === "developer" ? "system" : "user",
    parts: [...contentParts(message.content), ...calls],
  };
}

function contentParts(content: unknown): WirePart[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  return records(content).map((part) => {
    if (typeof part.text === "string") return { kind: "text", text: part.text };
    return { kind: "other", type: plainText(part.type) || "unknown" };
  });
}

function toolCallOf(call: Record<string, unknown>): WireToolCall {
  const { name, arguments: given } = record(call.function);
  return { id: plainText(call.id), name: plainText(name), arguments: jsonText(given) };
}

function collectAnswer(): AnswerCollector {
  let content = "";
  let stopReason: string | null = null;
  let model: string | null = null;
  let provider: string | null = null;
  let usage: ClaimedUsage | null = null;
  let error: string | null = null;
  let status: number | undefined;
  let ended = false;
  /** By their index in the answer. */
  const calls = new Map<number, WireToolCall[]>();

  function addCall(part: Record<string, unknown>, position: number): void {
    const index = typeof part.index === "number" ? part.index : position;
    const addition = toolCallOf(part);
    const here = calls.get(index);
    const known = here?.at(-1);
    if (!here || !known) return void calls.set(index, [addition]);
    if (isAnotherCall(known, addition)) return void here.push(addition);
    known.id ||= addition.id;
    known.name ||= addition.name;
    known.arguments += addition.arguments;
  }

  return {
    take(event) {
      if (!isRecord(event)) return;
      model ??= textOrNull(event.model);
      provider ??= textOrNull(event.provider);
      error ??= errorText(event.error);
      status ??= errorStatus(event.error);
      if (isRecord(event.usage)) usage = claimed(event.usage);
      // Only the first of several answers counts; clients read no other.
      const choice = records(event.choices).find(({ index }) => index === undefined || index === 0);
      if (!choice) return;
      const said = isRecord(choice.delta) ? choice.delta : record(choice.message);
      for (const part of contentParts(said.content)) if (part.kind === "text") content += part.text;
      for (const [position, part] of records(said.tool_calls).entries()) addCall(part, position);
      stopReason = textOrNull(choice.finish_reason) ?? stopReason;
      error ??= errorText(choice.error);
      status ??= errorStatus(choice.error);
    },
    end() {
      ended = true;
    },
    answer: () => ({
      text: content,
      toolCalls: [...calls].sort(([one], [other]) => one - other).flatMap(([, here]) => here),
      stopReason,
      model,
      provider,
      usage,
      error,
      ...(status !== undefined && { errorStatus: status }),
      complete: stopReason !== null || ended,
    }),
  };
}

/**
 * Tells calls apart, because some servers give every call the same index. A new id alone is no sign: others have one for every
 * piece of a call.
 */
function isAnotherCall(known: WireToolCall, { id, name }: WireToolCall): boolean {
  return id !== "" && name !== "" && known.id !== "" && known.name !== "" && id !== known.id;
}

function claimed(usage: Record<string, unknown>): ClaimedUsage {
  return {
    prompt: usage.prompt_tokens,
    completion: usage.completion_tokens,
    total: usage.total_tokens,
    cached: record(usage.prompt_tokens_details).cached_tokens,
    reasoning: record(usage.completion_tokens_details).reasoning_tokens,
    cost: usage.cost,
  };
}
