import type { WireAnswer, WireFormat } from "../../src/gateway/index.ts";

/** Answers in the shapes that providers send them, streamed and whole, with what is in them. Written here, not recorded. */
export interface WireSample {
  format: WireFormat;
  /** The path of an agent's request. */
  path: string;
  request: Record<string, unknown>;
  streamed: string;
  whole: Record<string, unknown>;
  expected: Pick<WireAnswer, "text" | "toolCalls" | "stopReason">;
  usage: { prompt: number; completion: number; cached: number; reasoning: number; cost: number | null };
}

export const MODEL = "maker/model-1";
const TEXT = "Grüße, 世界 🌍! I will write it.";
const ARGUMENTS = '{"path":"notes/ü.md","content":"line 1\\nline 2 \\"quoted\\""}';

const events = (list: unknown[], end = "") =>
  `: keep-alive\n\n${list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}${end}`;
const named = (list: { type: string }[]) =>
  list.map((event) => `event: ${event.type}\r\ndata: ${JSON.stringify(event)}\r\n\r\n`).join("");
/** In two pieces that cut a character of two UTF-16 units and an escape. */
const halves = (text: string) => [text.slice(0, Math.floor(text.length / 2)), text.slice(Math.floor(text.length / 2))];

const call = (id: string) => ({ id, name: "write", arguments: ARGUMENTS });

const chatHead = { id: "gen-1", object: "chat.completion.chunk", model: MODEL, provider: "Maker" };
const chatUsage = {
  prompt_tokens: 120,
  completion_tokens: 30,
  total_tokens: 150,
  prompt_tokens_details: { cached_tokens: 40 },
  completion_tokens_details: { reasoning_tokens: 5 },
  cost: 0.00042,
};
const chatDelta = (delta: unknown, finish_reason: string | null = null) => ({
  ...chatHead,
  choices: [{ index: 0, delta, finish_reason }],
});

const messagesUsage = { input_tokens: 70, cache_creation_input_tokens: 10, cache_read_input_tokens: 40 };
const toolUse = { type: "tool_use", id: "toolu_1", name: "write" };

const responsesOutput = [
  { id: "rs_1", type: "reasoning", summary: [] },
  { id: "msg_1", type: "message", role: "assistant", content: [{ type: "output_text", text: TEXT, annotations: [] }] },
  { id: "fc_1", type: "function_call", call_id: "call_1", name: "write", arguments: ARGUMENTS },
];
const responsesDone = {
  id: "resp_1",
  object: "response",
  status: "completed",
  model: MODEL,
  output: responsesOutput,
  usage: {
    input_tokens: 120,
    input_tokens_details: { cached_tokens: 40 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 5 },
    total_tokens: 150,
  },
};

const geminiUsage = {
  promptTokenCount: 120,
  cachedContentTokenCount: 40,
  candidatesTokenCount: 25,
  thoughtsTokenCount: 5,
  totalTokenCount: 150,
};
const functionCall = { functionCall: { name: "write", args: JSON.parse(ARGUMENTS) } };

export const WIRE_SAMPLES: WireSample[] = [
  {
    format: "chat_completions",
    path: "/v1/chat/completions",
    request: {
      model: MODEL,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "Write it." }] },
      ],
      tools: [{ type: "function", function: { name: "write", parameters: {} } }],
    },
    streamed: events(
      [
        chatDelta({ role: "assistant", content: "" }),
        ...halves(TEXT).map((content) => chatDelta({ content })),
        chatDelta({
          tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "write", arguments: "" } }],
        }),
        ...halves(ARGUMENTS).map((part) => chatDelta({ tool_calls: [{ index: 0, function: { arguments: part } }] })),
        chatDelta({}, "tool_calls"),
        { ...chatHead, choices: [], usage: chatUsage },
      ],
      "data: [DONE]\n\n",
    ),
    whole: {
      ...chatHead,
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: TEXT,
            tool_calls: [{ id: "call_1", type: "function", function: { name: "write", arguments: ARGUMENTS } }],
          },
          finish_reason: "tool_calls",
        },
      ],
      usage: chatUsage,
    },
    expected: { text: TEXT, toolCalls: [call("call_1")], stopReason: "tool_calls" },
    usage: { prompt: 120, completion: 30, cached: 40, reasoning: 5, cost: 0.00042 },
  },
  {
    format: "messages",
    path: "/v1/messages?beta=true",
    request: {
      model: MODEL,
      max_tokens: 100,
      system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
      messages: [{ role: "user", content: [{ type: "text", text: "Write it." }] }],
      tools: [{ name: "write", input_schema: {} }],
    },
    streamed: named([
      {
        type: "message_start",
        message: {
          type: "message",
          role: "assistant",
          model: MODEL,
          content: [],
          stop_reason: null,
          usage: { ...messagesUsage, output_tokens: 1 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hm" } },
      { type: "content_block_stop", index: 0 },
      { type: "ping" },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      ...halves(TEXT).map((text) => ({ type: "content_block_delta", index: 1, delta: { type: "text_delta", text } })),
      { type: "content_block_stop", index: 1 },
      { type: "content_block_start", index: 2, content_block: { ...toolUse, input: {} } },
      ...halves(ARGUMENTS).map((partial_json) => ({
        type: "content_block_delta",
        index: 2,
        delta: { type: "input_json_delta", partial_json },
      })),
      { type: "content_block_stop", index: 2 },
      { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 30 } },
      { type: "message_stop" },
    ] as { type: string }[]),
    whole: {
      type: "message",
      role: "assistant",
      model: MODEL,
      content: [
        { type: "text", text: TEXT },
        { ...toolUse, input: JSON.parse(ARGUMENTS) },
      ],
      stop_reason: "tool_use",
      usage: { ...messagesUsage, output_tokens: 30 },
    },
    expected: { text: TEXT, toolCalls: [call("toolu_1")], stopReason: "tool_use" },
    usage: { prompt: 120, completion: 30, cached: 40, reasoning: 0, cost: null },
  },
  {
    format: "responses",
    path: "/v1/responses",
    request: {
      model: MODEL,
      instructions: "Be brief.",
      input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "Write it." }] }],
      tools: [{ type: "function", name: "write", parameters: {} }],
    },
    streamed: named([
      { type: "response.created", response: { id: "resp_1", model: MODEL, status: "in_progress", output: [] } },
      { type: "response.output_item.added", output_index: 1, item: { id: "msg_1", type: "message", content: [] } },
      ...halves(TEXT).map((delta) => ({
        type: "response.output_text.delta",
        output_index: 1,
        content_index: 0,
        delta,
      })),
      { type: "response.output_item.done", output_index: 1, item: responsesOutput[1] },
      { type: "response.output_item.done", output_index: 2, item: responsesOutput[2] },
      { type: "response.completed", response: responsesDone },
    ] as { type: string }[]),
    whole: responsesDone,
    expected: { text: TEXT, toolCalls: [call("call_1")], stopReason: "tool_calls" },
    usage: { prompt: 120, completion: 30, cached: 40, reasoning: 5, cost: null },
  },
  {
    format: "generate_content",
    path: `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`,
    request: {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [{ role: "user", parts: [{ text: "Write it." }] }],
      tools: [{ functionDeclarations: [{ name: "write" }] }],
    },
    streamed: events([
      ...halves(TEXT).map((text) => ({
        candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0 }],
        modelVersion: MODEL,
      })),
      { candidates: [{ content: { role: "model", parts: [{ text: "hm", thought: true }, functionCall] }, index: 0 }] },
      { candidates: [{ content: { parts: [] }, finishReason: "STOP", index: 0 }], usageMetadata: geminiUsage },
    ]),
    whole: {
      candidates: [
        { content: { role: "model", parts: [{ text: TEXT }, functionCall] }, finishReason: "STOP", index: 0 },
      ],
      usageMetadata: geminiUsage,
      modelVersion: MODEL,
    },
    expected: {
      text: TEXT,
      toolCalls: [{ ...call("write#1"), arguments: JSON.stringify(JSON.parse(ARGUMENTS)) }],
      stopReason: "STOP",
    },
    usage: { prompt: 120, completion: 30, cached: 40, reasoning: 5, cost: null },
  },
];
