import { isRecord } from "../../text/index.ts";
import { readError } from "./error-inside.ts";
import { jsonText, plainText, record, records, textOrNull } from "./loose-json.ts";
import { hasOtherParts } from "./parts.ts";
import type { AnswerCollector, ClaimedUsage, ProtocolReader, WireMessage, WirePart } from "./reader.ts";

/** Anthropic's Messages. */
export const messages: ProtocolReader = {
  format: "messages",
  readRequest(body) {
    const system = partsOf(body.system);
    const said: WireMessage[] = records(body.messages).map(({ role, content }) => ({
      role: role === "assistant" || role === "system" ? role : "user",
      parts: partsOf(content),
    }));
    return {
      models: [jsonText(body.model)],
      streamed: body.stream === true,
      messages: system.length > 0 ? [{ role: "system", parts: system }, ...said] : said,
      tools: records(body.tools).map((tool) => plainText(tool.name) || plainText(tool.type)),
      pointsElsewhere: hasOtherParts(said),
    };
  },
  collectAnswer,
  errorBody: (status, message) => ({ type: "error", error: { type: errorType(status), message } }),
};

function errorType(status: number): string {
  const types: Record<number, string> = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
  };
  return types[status] ?? "api_error";
}

function partsOf(content: unknown): WirePart[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  return records(content).map((block): WirePart => {
    if (block.type === "text") return { kind: "text", text: plainText(block.text) };
    if (block.type === "tool_use")
      return {
        kind: "tool_call",
        id: plainText(block.id),
        name: plainText(block.name),
        arguments: jsonText(block.input),
      };
    if (block.type === "tool_result")
      return {
        kind: "tool_result",
        id: plainText(block.tool_use_id),
        name: null,
        content: resultText(block.content),
        failed: block.is_error === true,
      };
    return { kind: "other", type: plainText(block.type) || "unknown" };
  });
}

function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  return records(content)
    .flatMap((block) => (block.type === "text" ? [plainText(block.text)] : []))
    .join("\n");
}

interface Block {
  type: string;
  id: string;
  name: string;
  text: string;
  /** Of a tool call: the input sent with its start, and the pieces that followed. */
  input: unknown;
  json: string;
}

function collectAnswer(): AnswerCollector {
  const blocks = new Map<number, Block>();
  let usage: Record<string, unknown> | null = null;
  let stopReason: string | null = null;
  let model: string | null = null;
  let error: string | null = null;
  let ended = false;

  function open(index: number, given: Record<string, unknown>): void {
    const { type, id, name, input } = given;
    blocks.set(index, {
      type: plainText(type),
      id: plainText(id),
      name: plainText(name),
      text: plainText(given.text),
      input,
      json: "",
    });
  }

  function extend(index: number, delta: Record<string, unknown>): void {
    const block = blocks.get(index);
    if (!block) return;
    if (delta.type === "text_delta") block.text += plainText(delta.text);
    if (delta.type === "input_json_delta") block.json += plainText(delta.partial_json);
  }

  /** Handles both the document and the event that opens a stream. */
  function takeMessage(message: Record<string, unknown>): void {
    model = textOrNull(message.model) ?? model;
    stopReason = textOrNull(message.stop_reason) ?? stopReason;
    if (isRecord(message.usage)) usage = message.usage;
    for (const [index, block] of records(message.content).entries()) open(index, block);
  }

  return {
    take(event) {
      if (!isRecord(event)) return;
      const index = typeof event.index === "number" ? event.index : 0;
      switch (event.type) {
        case "message_start":
          return takeMessage(record(event.message));
        case "content_block_start":
          return open(index, record(event.content_block));
        case "content_block_delta":
          return extend(index, record(event.delta));
        case "message_delta":
          stopReason = textOrNull(record(event.delta).stop_reason) ?? stopReason;
          // Counts are cumulative, and unchanged ones are often omitted.
          if (isRecord(event.usage)) usage = { ...usage, ...event.usage };
          return;
        case "message_stop":
          ended = true;
          return;
        case "message":
          takeMessage(event);
          ended = stopReason !== null;
          return;
        case "error":
          error ??= readError(event.error)?.message ?? null;
      }
    },
    end() {},
    answer() {
      const inOrder = [...blocks].sort(([one], [other]) => one - other).map(([, block]) => block);
      return {
        text: inOrder.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
        toolCalls: inOrder
          .filter(({ type }) => type === "tool_use")
          .map(({ id, name, json, input }) => ({ id, name, arguments: json || jsonText(input ?? {}) })),
        stopReason,
        model,
        provider: null,
        usage: usage && claimed(usage),
        thinksUnseen: inOrder.some(({ type }) => type.endsWith("thinking")),
        error,
        complete: ended,
      };
    },
  };
}

/** Adds up a prompt's tokens, which come in three parts: new ones, those written to the cache, those read from it. */
function claimed(usage: Record<string, unknown>): ClaimedUsage {
  const { input_tokens, cache_creation_input_tokens: written, cache_read_input_tokens: cached } = usage;
  return {
    prompt: sumOf([input_tokens, written, cached]),
    completion: usage.output_tokens,
    total: undefined,
    cached: cached ?? undefined,
    reasoning: undefined,
    cost: usage.cost,
  };
}

/** Sums the parts: an invalid part invalidates the sum, a missing one counts as 0, and without any part there is no count. */
function sumOf(parts: unknown[]): unknown {
  const told = parts.filter((part) => part !== undefined && part !== null);
  if (told.length === 0) return undefined;
  const odd = told.find((part) => typeof part !== "number" || !Number.isFinite(part) || part < 0);
  return odd === undefined ? (told as number[]).reduce((sum, part) => sum + part, 0) : odd;
}
