import type { IncomingMessage, ServerResponse } from "node:http";
import type { Dispatcher } from "undici";
import type { WireAnswer, WireRequest } from "../gateway/index.ts";
import type { RequestContext } from "./answer-request.ts";
import type { SettlingFacts } from "./price-gate.ts";
import { readAnswerBytes } from "./read-answer-bytes.ts";
import type { ExchangeOutcome, WireExchange } from "./record/wire-record.ts";
import { relayAnswer } from "./relay-answer.ts";
import { sendError } from "./send-error.ts";
import type { KeyHeader } from "./trial-token.ts";
import { keyPlace, upstreamHeaders, upstreamPath } from "./upstream.ts";
import { watchClient } from "./watch-client.ts";
import type { Resource } from "./wire/resource.ts";

interface ForwardedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  context: RequestContext;
  resource: Extract<Resource, { kind: "answer" | "count" }>;
  place: KeyHeader;
  bytes: Buffer;
  asked: WireRequest;
  settle: (exchange: WireExchange, facts: SettlingFacts) => void;
}

/** Forwards a request with the real key, passes the answer back and records both. */
export async function forwardRequest(given: ForwardedRequest): Promise<void> {
  const { request, response, context, resource, place, bytes, asked, settle } = given;
  const { endpoint, connections, recorder, limits, signal } = context;
  const { reader } = resource;
  // A token count is not part of the conversation.
  const isRecorded = resource.kind === "answer";
  const open = isRecorded
    ? recorder.begin({ format: reader.format, model: asked.models[0]!, bytes: bytes.length, request: asked })
    : null;
  const collector = reader.collectAnswer(asked);
  const client = watchClient(response, context, isRecorded);
  /** The part of the answer that the agent has seen; all of it, unless it hung up. */
  let seen: WireAnswer | null = null;
  const end = (ending: Ending, wasSent = true) => {
    client.forget();
    const whole = collector.answer();
    const answer = seen ? { ...seen, usage: whole.usage, thinksUnseen: whole.thinksUnseen } : whole;
    const ended = open?.end({ ...ending, answer });
    if (ended) settle(ended, { wasSent, toldUsd: whole.usage?.cost });
  };
  /** Attributes an early end to the trial or to the agent. */
  const gone = (what: string): Pick<Ending, "outcome" | "problem"> =>
    client.endedBy() !== "client"
      ? { outcome: "ended", problem: `the trial ended before the answer ${what}` }
      : { outcome: "left", problem: `the agent hung up before the answer ${what === "came" ? what : "ended"}` };
  let answer: Dispatcher.ResponseData;
  try {
    answer = await connections.request({
      method: "POST",
      origin: endpoint.origin,
      path: upstreamPath(endpoint, resource),
      headers: upstreamHeaders(request.headers, keyPlace(reader.format, place), endpoint),
      body: bytes,
      signal: AbortSignal.any([signal, client.signal]),
      headersTimeout: limits.idleSeconds * 1000,
      bodyTimeout: limits.idleSeconds * 1000,
    });
  } catch (error) {
    const unanswered = { httpStatus: null, answerBytes: 0 };
    if (signal.aborted) response.destroy();
    if (signal.aborted || client.endedBy() !== null)
      return end({ ...gone("came"), ...unanswered }, wasConnected(error));
    const problem = `the provider gave no answer: ${describe(error)}`;
    end({ outcome: "unreachable", problem, ...unanswered }, wasConnected(error));
    return sendError(response, reader, 502, problem);
  }
  const contentType = String(answer.headers["content-type"] ?? "");
  const reading = readAnswerBytes(contentType, collector);
  const relayed = await relayAnswer({
    answer,
    client: response,
    reading,
    secrets: endpoint.secrets,
    limitBytes: limits.answerBytes,
    drainBytes: isRecorded ? limits.drainBytes : 0,
    onLeft: () => {
      seen = collector.answer();
    },
  });
  const unread = reading.end();
  const { error, errorStatus, complete } = collector.answer();
  const finish = (outcome: ExchangeOutcome, problem: string | null, httpStatus = answer.statusCode) =>
    end({ outcome, problem, httpStatus, answerBytes: relayed.bytes });
  if (answer.statusCode >= 300) return finish("provider_error", `HTTP ${answer.statusCode}: ${error ?? "no message"}`);
  if (signal.aborted || relayed.ended === "client_left") {
    const { outcome, problem } = gone("did");
    return finish(outcome, problem);
  }
  if (relayed.ended === "broken") {
    if (!response.headersSent) sendError(response, reader, 502, relayed.problem);
    return finish("cut_off", relayed.problem);
  }
  if (error !== null) return finish("provider_error", error, errorStatus ?? answer.statusCode);
  if (unread !== null) return finish("cut_off", unread);
  finish(complete ? "answered" : "cut_off", complete ? null : "the answer broke off");
}

interface Ending {
  outcome: ExchangeOutcome;
  problem: string | null;
  httpStatus: number | null;
  answerBytes: number;
}

/** Errors before a connection was made, so nothing that could be charged was sent. */
const NEVER_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.+|.*CERT.*)$/;

function wasConnected(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined || !NEVER_CONNECTED.test(code);
}

function describe(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  return code && !message?.includes(code) ? `${message} (${code})`.trim() : message || String(error);
}
