import { toUSVString } from "node:util";
import type { WireAnswer, WireFormat, WireMessage, WirePart, WireRequest } from "../../gateway/index.ts";
import { checkUsage } from "../wire/believable-usage.ts";
import { openConversations } from "./conversations.ts";
import { openTextBudget, type TextBudget } from "./text-budget.ts";
import type { ExchangeOutcome, RefusalReason, WireExchange, WireRecord } from "./wire-record.ts";

/** Records wire traffic in bounded space, whatever the agent does. */
export interface Recorder {
  beginTurn(turn: number): void;
  begin(sent: SentRequest): OpenExchange;
  refused(reason: RefusalReason, message: string): void;
  host(host: string, port: number, refused: string | null): void;
  /** The provider also refuses our own requests. */
  refusesUsToo(): void;
  /** The provider answers our own requests. */
  answersUs(): void;
  record(): WireRecord;
}

interface SentRequest {
  format: WireFormat;
  model: string;
  bytes: number;
  request: WireRequest;
}

interface OpenExchange {
  end(ending: ExchangeEnding): WireExchange;
}

interface ExchangeEnding {
  outcome: ExchangeOutcome;
  problem: string | null;
  httpStatus: number | null;
  answerBytes: number;
  answer: WireAnswer | null;
}

export interface RecorderOptions {
  /** Milliseconds since the trial started. */
  now: () => number;
  /** For all texts together. */
  budgetBytes: number;
}

/** An agent offers a few dozen. */
const MOST_TOOLS = 1_000;

/** Distinct refusals and hosts listed individually; more would add nothing new. */
const MOST_LISTED = 200;

export function openRecorder({ now, budgetBytes }: RecorderOptions): Recorder {
  const exchanges: WireExchange[] = [];
  const refusals = new Map<string, WireRecord["refusals"][number]>();
  const hosts = new Map<string, WireRecord["hosts"][number]>();
  const conversations = openConversations();
  const budget = openTextBudget(budgetBytes);
  let turn = 1;
  let begun = 0;
  const toOurs: Pick<WireRecord, "refuses_us_too" | "answers_us"> = {};

  return {
    beginTurn(next) {
      turn = next;
    },
    begin({ format, model, bytes, request }) {
      const number = ++begun;
      const exchange: WireExchange = {
        number,
        turn,
        started_ms: now(),
        ended_ms: now(),
        format,
        model,
        streamed: request.streamed,
        request_bytes: bytes,
        answer_bytes: 0,
        messages: conversations.newIn(request.messages).flatMap((message) => kept(message, budget)),
        tools_offered: budget.isFull() ? [] : request.tools.slice(0, MOST_TOOLS).map(budget.name),
        http_status: null,
        outcome: "ended",
        problem: "the trial ended before the answer did",
        ...NO_ANSWER,
      };
      exchanges.push(exchange);
      return {
        end: (ending) => Object.assign(exchange, endOf(ending, bytes, request, budget), { ended_ms: now() }),
      };
    },
    refused(reason, message) {
      const known = refusals.get(`${reason} ${message}`);
      if (known) known.times += 1;
      else if (refusals.size < MOST_LISTED)
        refusals.set(`${reason} ${message}`, { reason, message, times: 1, first_ms: now() });
    },
    host(host, port, refused) {
      const known = hosts.get(`${host}:${port}`);
      if (known) known.times += 1;
      else if (hosts.size < MOST_LISTED) hosts.set(`${host}:${port}`, { host, port, refused, times: 1 });
    },
    refusesUsToo() {
      toOurs.refuses_us_too = true;
    },
    answersUs() {
      toOurs.answers_us = true;
    },
    record: () => ({
      exchanges: [...exchanges],
      refusals: [...refusals.values()],
      hosts: [...hosts.values()],
      shortened: budget.hasCut(),
      ...toOurs,
    }),
  };
}

const NO_ANSWER = {
  text: "",
  tool_calls: [],
  stop_reason: null,
  answered_by: { provider: null, model: null },
  usage: null,
  usage_refused: null,
};

function endOf(
  { outcome, problem, httpStatus, answerBytes, answer }: ExchangeEnding,
  requestBytes: number,
  { pointsElsewhere }: WireRequest,
  { keep, name }: TextBudget,
): Partial<WireExchange> {
  const ended = { outcome, problem: problem && shortened(problem), http_status: httpStatus, answer_bytes: answerBytes };
  if (answer === null) return { ...ended, ...NO_ANSWER };
  const { usage, problem: refused } = checkUsage(answer.usage, {
    requestBytes,
    answerBytes,
    pointsElsewhere,
    thinksUnseen: answer.thinksUnseen,
  });
  return {
    ...ended,
    text: keep(answer.text),
    tool_calls: answer.toolCalls.map((call) => ({
      id: name(call.id),
      name: name(call.name),
      arguments: keep(call.arguments),
    })),
    stop_reason: answer.stopReason,
    answered_by: { provider: answer.provider, model: answer.model },
    usage,
    usage_refused: refused,
  };
}

/** Shortens an error, because a provider may send a whole page. */
function shortened(problem: string): string {
  return problem.length <= LONGEST_PROBLEM ? problem : `${toUSVString(problem.slice(0, LONGEST_PROBLEM))} …`;
}

const LONGEST_PROBLEM = 2_000;

/** The part of a message that fits, as a list that is empty once the budget is used up. */
function kept({ role, parts }: WireMessage, { keep, name, isFull }: TextBudget): WireMessage[] {
  if (isFull()) return [];
  return [
    {
      role,
      parts: parts.flatMap((part): WirePart[] => {
        if (isFull()) return [];
        if (part.kind === "text") return [{ ...part, text: keep(part.text) }];
        if (part.kind === "other") return [{ ...part, type: name(part.type) }];
        const named = { id: name(part.id), name: part.name === null ? null : name(part.name) };
        if (part.kind === "tool_result") return [{ ...part, ...named, content: keep(part.content) }];
        return [{ ...part, id: named.id, name: name(part.name), arguments: keep(part.arguments) }];
      }),
    },
  ];
}
