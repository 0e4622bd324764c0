import type { WireFormat } from "../../../src/gateway/index.ts";
import { MODEL } from "../../support/wire-streams.ts";
import type { Telling } from "./order.ts";

/** An answer before it has a format. */
export interface PricedAnswer {
  format: WireFormat;
  streamed: boolean;
  /** Of the prompt and of all answers together. */
  inputTokens: number;
  outputTokens: number;
  answers: number;
  usd: number;
  telling: Telling;
  /** A stream that asks for its usage. */
  asksForUsage: boolean;
  index: number;
  /** The content of the answer, if it matters. */
  content: string | null;
}

/** The pieces sent, and the price that a reader finds in them; null when there is none. */
export interface WrittenAnswer {
  contentType: string;
  pieces: string[];
  toldUsd: number | null;
}

export function writeAnswer(answer: PricedAnswer): WrittenAnswer {
  const cost = toldCost(answer);
  const toldUsd = typeof cost === "number" && cost >= 0 && cost <= 10_000 ? cost : null;
  if (!answer.streamed) {
    const text = JSON.stringify(wholeAnswer(answer, usageOf(answer, cost)));
    const half = Math.ceil(text.length / 2);
    return { contentType: "application/json", pieces: [text.slice(0, half), text.slice(half)], toldUsd };
  }
  const pieces = STREAMS[answer.format](answer, cost).map((events) => events.map(eventText).join(""));
  return { contentType: "text/event-stream", pieces, toldUsd };
}

/** Of the same for everything that an answer of such a price is said to cost; undefined when nothing is said. */
function toldCost({ telling, usd, index, streamed, asksForUsage }: PricedAnswer): unknown {
  switch (telling) {
    case "honest":
    case "cost_only":
    case "low_early":
    case "late":
      return usd;
    case "streams_on_request":
      return !streamed || asksForUsage ? usd : undefined;
    case "never":
      return undefined;
    case "every_third":
      return index % 3 === 0 ? usd : undefined;
    case "negative":
      return -usd;
    case "huge":
      return 1e308;
    case "not_a_number":
      return "NaN";
    case "in_words":
      return String(usd);
  }
}

const NAMES: Record<WireFormat, [string, string, string]> = {
  chat_completions: ["prompt_tokens", "completion_tokens", "total_tokens"],
  responses: ["input_tokens", "output_tokens", "total_tokens"],
  messages: ["input_tokens", "output_tokens", ""],
  generate_content: ["promptTokenCount", "candidatesTokenCount", "totalTokenCount"],
};

function usageOf(answer: PricedAnswer, cost: unknown): Record<string, unknown> | undefined {
  const { format, telling, inputTokens, outputTokens, streamed, asksForUsage } = answer;
  if (telling === "streams_on_request" && streamed && !asksForUsage) return undefined;
  const told = cost === undefined ? {} : { cost };
  if (telling === "cost_only") return told;
  const [input, output, total] = NAMES[format];
  const all = total === "" ? {} : { [total]: inputTokens + outputTokens };
  return { [input]: inputTokens, [output]: outputTokens, ...all, ...told };
}

const TOKEN = "abc ";
const EVENT_TOKENS = 4_000;

function textsOf({ outputTokens, answers, content }: PricedAnswer): string[] {
  if (content !== null) return Array.from({ length: answers }, () => content);
  return Array.from({ length: answers }, () => TOKEN.repeat(Math.max(1, Math.floor(outputTokens / answers))));
}

function wholeAnswer(answer: PricedAnswer, usage: unknown): Record<string, unknown> {
  const texts = textsOf(answer);
  switch (answer.format) {
    case "chat_completions": {
      const choices = texts.map((content, index) => ({
        index,
        finish_reason: "stop",
        message: { role: "assistant", content },
      }));
      return { id: "gen-1", object: "chat.completion", model: MODEL, choices, usage };
    }
    case "responses":
      return { ...RESPONSE, output: [messageItem(texts[0]!)], usage };
    case "messages":
      return { ...MESSAGE, content: [{ type: "text", text: texts[0] }], stop_reason: "end_turn", usage };
    case "generate_content":
      return {
        modelVersion: MODEL,
        candidates: texts.map((text, at) => candidate(text, at, true)),
        usageMetadata: usage,
      };
  }
}

const RESPONSE = { id: "resp_1", object: "response", status: "completed", model: MODEL };
const MESSAGE = { id: "msg_1", type: "message", role: "assistant", model: MODEL };
const messageItem = (text: string) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text, annotations: [] }],
});
const candidate = (text: string, index: number, isLast: boolean) => ({
  index,
  content: { role: "model", parts: [{ text }] },
  ...(isLast ? { finishReason: "STOP" } : {}),
});

type Events = (object | string)[];

/** The pieces of a stream: its head, two halves of the text, and its end, which may be in two. */
const STREAMS: Record<WireFormat, (answer: PricedAnswer, cost: unknown) => Events[]> = {
  chat_completions(answer, cost) {
    const chunk = (choices: object[], usage?: unknown) => ({
      id: "gen-1",
      object: "chat.completion.chunk",
      model: MODEL,
      choices,
      ...(usage ? { usage } : {}),
    });
    const [one, other] = halvesOf(answer, (content, index) => chunk([{ index, delta: { content } }]));
    const stop = textsOf(answer).map((_, index) => chunk([{ index, delta: {}, finish_reason: "stop" }]));
    return ended(
      answer,
      [[chunk([{ index: 0, delta: { role: "assistant" } }], earlyUsage(answer))], one, other],
      stop,
      [chunk([], usageOf(answer, cost)), "[DONE]"],
    );
  },
  responses(answer, cost) {
    const [one, other] = halvesOf(answer, (delta) => ({ type: "response.output_text.delta", output_index: 0, delta }));
    const created = {
      type: "response.created",
      response: { ...RESPONSE, status: "in_progress", usage: earlyUsage(answer) },
    };
    const item = { type: "response.output_item.done", output_index: 0, item: messageItem(textsOf(answer)[0]!) };
    const response = { ...RESPONSE, output: [item.item], usage: usageOf(answer, cost) };
    return ended(answer, [[created], one, other], [item], [{ type: "response.completed", response }]);
  },
  messages(answer, cost) {
    const [one, other] = halvesOf(answer, (text) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text },
    }));
    const start = [
      { type: "message_start", message: { ...MESSAGE, content: [], usage: earlyUsage(answer) ?? {} } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ];
    const usage = usageOf(answer, cost);
    const delta = { type: "message_delta", delta: { stop_reason: "end_turn" }, ...(usage ? { usage } : {}) };
    return ended(
      answer,
      [start, one, other],
      [{ type: "content_block_stop", index: 0 }],
      [delta, { type: "message_stop" }],
    );
  },
  generate_content(answer, cost) {
    const chunk = (candidates: object[], usage?: unknown) => ({
      modelVersion: MODEL,
      candidates,
      ...(usage ? { usageMetadata: usage } : {}),
    });
    const [one, other] = halvesOf(answer, (text, index) => chunk([candidate(text, index, false)]));
    const stop = textsOf(answer).map((_, index) => chunk([candidate("", index, true)]));
    return ended(answer, [[chunk([], earlyUsage(answer))], one, other], stop, [chunk([], usageOf(answer, cost))]);
  },
};

/** A price of a late chunk comes after everything else. */
function ended({ telling }: PricedAnswer, pieces: Events[], stop: Events, price: Events): Events[] {
  return telling === "late" ? [...pieces, stop, price] : [...pieces, [...stop, ...price]];
}

/** A first count, before anything is written: far too low a price. */
function earlyUsage(answer: PricedAnswer): unknown {
  if (answer.telling !== "low_early") return undefined;
  return usageOf({ ...answer, outputTokens: 1 }, answer.usd / 1000);
}

function halvesOf(answer: PricedAnswer, event: (text: string, index: number) => object): [Events, Events] {
  const halves: [Events, Events] = [[], []];
  for (const [index, text] of textsOf(answer).entries()) {
    const events = inEvents(text).map((part) => event(part, index));
    const half = Math.ceil(events.length / 2);
    halves[0].push(...events.slice(0, half));
    halves[1].push(...events.slice(half));
  }
  return halves;
}

function inEvents(text: string): string[] {
  const size = Math.min(EVENT_TOKENS * TOKEN.length, Math.max(TOKEN.length, Math.ceil(text.length / 2)));
  const count = Math.ceil(text.length / size);
  return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size));
}

function eventText(event: object | string): string {
  if (typeof event === "string") return `data: ${event}\n\n`;
  const name = "type" in event && typeof event.type === "string" ? `event: ${event.type}\n` : "";
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}
