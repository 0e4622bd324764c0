import { isRecord } from "../../text/index.ts";
import { calledIn, callsIn, claimedUsage, contentOf } from "./chat-document.ts";
import { type ErrorInside, readError } from "./error-inside.ts";
import { jsonText, plainText, record, records, textOrNull } from "./loose-json.ts";
import { contentParts, hasOtherParts, textsOf } from "./parts.ts";
import type { AnswerCollector, ClaimedUsage, ProtocolReader, WireMessage, WirePart, WireToolCall } from "./reader.ts";

/** OpenAI's chat completions, as OpenRouter and most servers speak them. */
export const chat: ProtocolReader = {
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
      pointsElsewhere: hasOtherParts(messages),
    };
  },
  collectAnswer,
  errorBody: (status, message) => ({ error: { message, type: "assay_proxy", code: status, param: null } }),
};

function messageOf(message: Record<string, unknown>): WireMessage {
  const role = plainText(message.role);
  if (role === "tool" || role === "function") {
    const content = textsOf(contentParts(message.content));
    const result = { id: plainText(message.tool_call_id), name: textOrNull(message.name), failed: null };
    return { role: "user", parts: [{ kind: "tool_result", ...result, content: content.join("\n") }] };
  }
  const calls = records(message.tool_calls).map((call): WirePart => ({ kind: "tool_call", ...calledIn(call) }));
  return {
    role: role === "assistant" ? role : role === "system" || role === "developer" ? "system" : "user",
    parts: [...contentParts(message.content), ...calls],
  };
}

function collectAnswer(): AnswerCollector {
  let content = "";
  let stopReason: string | null = null;
  let model: string | null = null;
  let provider: string | null = null;
  let usage: ClaimedUsage | null = null;
  let error: ErrorInside | null = null;
  let ended = false;
  /** By their index in the answer. */
  const calls = new Map<number, WireToolCall[]>();

  function addCall(part: Record<string, unknown>, position: number): void {
    const index = typeof part.index === "number" ? part.index : position;
    const addition = calledIn(part);
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
      error ??= readError(event.error);
      if (isRecord(event.usage)) usage = claimedUsage(event.usage);
      // Only the first of several answers counts; clients read no other.
      const choice = records(event.choices).find(({ index }) => index === undefined || index === 0);
      if (!choice) return;
      content += contentOf(isRecord(choice.delta) ? choice.delta : record(choice.message)) ?? "";
      if (isRecord(choice.delta))
        for (const [position, part] of records(choice.delta.tool_calls).entries()) addCall(part, position);
      else for (const [position, call] of callsIn(record(choice.message)).entries()) calls.set(position, [call]);
      stopReason = textOrNull(choice.finish_reason) ?? stopReason;
      error ??= readError(choice.error);
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
      error: error?.message ?? null,
      ...(error?.code && { errorStatus: error.code }),
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
