import { isRecord } from "../../text/index.ts";
import { readError } from "./error-inside.ts";
import { jsonText, plainText, record, records, textOrNull } from "./loose-json.ts";
import { contentParts, hasOtherParts, textsOf } from "./parts.ts";
import type { AnswerCollector, ClaimedUsage, ProtocolReader, WireMessage } from "./reader.ts";

/** OpenAI's Responses. */
export const responses: ProtocolReader = {
  format: "responses",
  readRequest(body) {
    const instructions = plainText(body.instructions);
    const input: WireMessage[] =
      typeof body.input === "string"
        ? [{ role: "user", parts: [{ kind: "text", text: body.input }] }]
        : records(body.input).map(messageOf);
    const system: WireMessage = { role: "system", parts: [{ kind: "text", text: instructions }] };
    return {
      models: [jsonText(body.model)],
      streamed: body.stream === true,
      messages: instructions === "" ? input : [system, ...input],
      tools: records(body.tools).map((tool) => plainText(tool.name) || plainText(tool.type)),
      pointsElsewhere:
        isGiven(body.previous_response_id) ||
        isGiven(body.conversation) ||
        isGiven(body.prompt) ||
        hasOtherParts(input),
    };
  },
  collectAnswer,
  errorBody: (status, message) => ({ error: { message, type: "assay_proxy", code: String(status), param: null } }),
};

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function messageOf(item: Record<string, unknown>): WireMessage {
  const call = callOf(item);
  if (call) return { role: "assistant", parts: [{ kind: "tool_call", ...call }] };
  const type = plainText(item.type);
  if (type.endsWith("_call_output")) {
    const content = typeof item.output === "string" ? item.output : outputText(item.output);
    const result = { id: plainText(item.call_id) || plainText(item.id), name: null, failed: null };
    return { role: "user", parts: [{ kind: "tool_result", ...result, content }] };
  }
  if (type !== "" && type !== "message") return { role: "assistant", parts: [{ kind: "other", type }] };
  const role = plainText(item.role);
  return {
    role: role === "assistant" ? role : role === "system" || role === "developer" ? "system" : "user",
    parts: contentParts(item.content),
  };
}

/** Functions, tools with free text, and the shell, each under its own name. */
function callOf(item: Record<string, unknown>) {
  const id = plainText(item.call_id) || plainText(item.id);
  switch (item.type) {
    case "function_call":
      return { id, name: plainText(item.name), arguments: jsonText(item.arguments) };
    case "custom_tool_call":
      return { id, name: plainText(item.name), arguments: jsonText(item.input) };
    case "local_shell_call":
    case "shell_call":
      return { id, name: plainText(item.type).slice(0, -"_call".length), arguments: jsonText(item.action) };
    default:
      return null;
  }
}

function outputText(output: unknown): string {
  return Array.isArray(output) ? textsOf(contentParts(output)).join("\n") : jsonText(output);
}

function collectAnswer(): AnswerCollector {
  /** By index in the answer; text arrives in pieces until its item is complete. */
  const items = new Map<number, Record<string, unknown>>();
  const pieces = new Map<number, string>();
  let response: Record<string, unknown> | null = null;
  let model: string | null = null;
  let error: string | null = null;

  function takeResponse(whole: Record<string, unknown>): void {
    response = whole;
    model = textOrNull(whole.model) ?? model;
    error ??= readError(whole.error)?.message ?? null;
    for (const [index, item] of records(whole.output).entries()) items.set(index, item);
  }

  return {
    take(event) {
      if (!isRecord(event)) return;
      const type = plainText(event.type);
      const index = typeof event.output_index === "number" ? event.output_index : 0;
      if (event.object === "response") return takeResponse(event);
      if (/^response\.(?:completed|incomplete|failed|done)$/.test(type)) return takeResponse(record(event.response));
      if (type === "response.created") model = textOrNull(record(event.response).model);
      if (type === "response.output_item.done" && isRecord(event.item)) items.set(index, event.item);
      if (type === "response.output_text.delta") pieces.set(index, (pieces.get(index) ?? "") + plainText(event.delta));
      if (type === "error") error ??= readError(event.error ?? event.message)?.message ?? null;
      if (type === "") error ??= readError(event.error)?.message ?? null;
    },
    end() {},
    answer() {
      const places = [...new Set([...items.keys(), ...pieces.keys()])].sort((one, other) => one - other);
      const texts = places.map((place) => {
        const item = items.get(place);
        if (!item) return pieces.get(place) ?? "";
        return item.type === "message" ? outputText(item.content) : "";
      });
      const calls = places.map((place) => callOf(items.get(place) ?? {})).filter((call) => call !== null);
      return {
        text: texts.filter((part) => part !== "").join("\n"),
        toolCalls: calls,
        stopReason: response && stopReasonOf(response, calls.length > 0),
        model,
        provider: null,
        usage: response && isRecord(response.usage) ? claimed(response.usage) : null,
        error,
        complete: response !== null,
      };
    },
  };
}

/** The reason for stopping, which this format reports only for an early stop; otherwise there is just a status. */
function stopReasonOf(response: Record<string, unknown>, callsTools: boolean): string {
  const early = textOrNull(record(response.incomplete_details).reason);
  const status = plainText(response.status) || "completed";
  return early ?? (status === "completed" ? (callsTools ? "tool_calls" : "stop") : status);
}

function claimed(usage: Record<string, unknown>): ClaimedUsage {
  return {
    prompt: usage.input_tokens,
    completion: usage.output_tokens,
    total: usage.total_tokens,
    cached: record(usage.input_tokens_details).cached_tokens,
    reasoning: record(usage.output_tokens_details).reasoning_tokens,
    cost: usage.cost,
  };
}
