import { isRecord } from "../../text/index.ts";
import { readError } from "./error-inside.ts";
import { jsonText, plainText, record, records, textOrNull } from "./loose-json.ts";
import { hasOtherParts, textsOf } from "./parts.ts";
import type { AnswerCollector, ClaimedUsage, ProtocolReader, WireMessage, WirePart, WireRequest } from "./reader.ts";

/** Google's generateContent. The model and the streaming flag are in the path, so the caller adds them. */
export const gemini: ProtocolReader = {
  format: "generate_content",
  readRequest(body) {
    const counted = new Map<string, CallCount>();
    const system = partsOf(body.systemInstruction ?? body.system_instruction, counted);
    const said = records(body.contents).map((content): WireMessage => {
      return { role: content.role === "model" ? "assistant" : "user", parts: partsOf(content, counted) };
    });
    return {
      models: body.model === undefined ? [] : [jsonText(body.model).replace(/^models\//, "")],
      streamed: false,
      messages: system.length > 0 ? [{ role: "system", parts: system }, ...said] : said,
      tools: records(body.tools).flatMap(toolNames),
      pointsElsewhere: body.cachedContent !== undefined || hasOtherParts(said),
    };
  },
  collectAnswer,
  errorBody: (code, message) => ({ error: { code, message, status: statusName(code) } }),
};

function statusName(code: number): string {
  const names: Record<number, string> = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
  };
  return names[code] ?? (code >= 500 ? "UNAVAILABLE" : "FAILED_PRECONDITION");
}

function toolNames(tool: Record<string, unknown>): string[] {
  const declared = records(tool.functionDeclarations ?? tool.function_declarations).map(({ name }) => plainText(name));
  // Any other key names something that the provider does by itself, such as `googleSearch`.
  return declared.length > 0 ? declared : Object.keys(tool);
}

/** Calls need no ids here; the first call of a tool is answered by its first result. */
interface CallCount {
  calls: number;
  results: number;
}

function nextId(counted: Map<string, CallCount>, name: string, what: keyof CallCount): string {
  const count = counted.get(name) ?? { calls: 0, results: 0 };
  count[what] += 1;
  counted.set(name, count);
  return `${name}#${count[what]}`;
}

function partsOf(content: unknown, counted: Map<string, CallCount>): WirePart[] {
  if (typeof content === "string") return [{ kind: "text", text: content }];
  return records(record(content).parts).flatMap((part): WirePart[] => {
    if (part.thought === true) return [];
    if (typeof part.text === "string") return part.text === "" ? [] : [{ kind: "text", text: part.text }];
    if (isRecord(part.functionCall)) return [{ kind: "tool_call", ...callOf(part.functionCall, counted) }];
    if (isRecord(part.functionResponse)) {
      const { id, name, response } = part.functionResponse;
      const own = nextId(counted, plainText(name), "results");
      const failed = isRecord(response) && response.error !== undefined && response.output === undefined;
      const content = textOrNull(record(response).output) ?? jsonText(response);
      return [{ kind: "tool_result", id: plainText(id) || own, name: textOrNull(name), content, failed }];
    }
    return [{ kind: "other", type: Object.keys(part)[0] ?? "unknown" }];
  });
}

function callOf(call: Record<string, unknown>, counted: Map<string, CallCount>) {
  const own = nextId(counted, plainText(call.name), "calls");
  return { id: plainText(call.id) || own, name: plainText(call.name), arguments: jsonText(call.args ?? {}) };
}

function collectAnswer(request: WireRequest): AnswerCollector {
  const counted = new Map<string, CallCount>();
  for (const part of request.messages.flatMap(({ parts }) => parts))
    if (part.kind === "tool_call") nextId(counted, part.name, "calls");
  const parts: WirePart[] = [];
  let stopReason: string | null = null;
  let model: string | null = null;
  let usage: ClaimedUsage | null = null;
  let error: string | null = null;

  function take(event: unknown): void {
    // Without `alt=sse`, a stream is one list of its events.
    if (Array.isArray(event)) {
      for (const one of event) take(one);
      return;
    }
    if (!isRecord(event)) return;
    model = textOrNull(event.modelVersion) ?? model;
    error ??= readError(event.error)?.message ?? null;
    if (isRecord(event.usageMetadata)) usage = claimed(event.usageMetadata);
    const blocked = textOrNull(record(event.promptFeedback).blockReason);
    const candidate = records(event.candidates).find(({ index }) => index === undefined || index === 0);
    for (const part of partsOf(candidate?.content, counted)) parts.push(part);
    stopReason = textOrNull(candidate?.finishReason) ?? blocked ?? stopReason;
  }

  return {
    take,
    end() {},
    answer: () => ({
      text: textsOf(parts).join(""),
      toolCalls: parts.flatMap((part) => {
        if (part.kind !== "tool_call") return [];
        const { kind: _, ...call } = part;
        return [call];
      }),
      stopReason,
      model,
      provider: null,
      usage,
      error,
      complete: stopReason !== null,
    }),
  };
}

/** Thoughts are counted separately from the answer; both are paid for as output. */
function claimed(usage: Record<string, unknown>): ClaimedUsage {
  const { candidatesTokenCount, thoughtsTokenCount, toolUsePromptTokenCount } = usage;
  return {
    prompt: added(usage.promptTokenCount, toolUsePromptTokenCount),
    completion: added(candidatesTokenCount, thoughtsTokenCount),
    total: usage.totalTokenCount,
    cached: usage.cachedContentTokenCount,
    reasoning: thoughtsTokenCount,
    cost: usage.cost,
  };
}

function added(one: unknown, other: unknown): unknown {
  if (other === undefined || other === null) return one;
  if (one === undefined || one === null) return other;
  if (typeof one !== "number" || typeof other !== "number") return typeof one === "number" ? other : one;
  // A negative part must not be hidden by the other.
  return one < 0 || other < 0 ? Math.min(one, other) : one + other;
}
