import type { IncomingMessage, ServerResponse } from "node:http";
import type { Dispatcher } from "undici";
import type { Desk } from "./answer-request.ts";
import { readAnswerBytes } from "./read-answer-bytes.ts";
import type { ExchangeOutcome, WireExchange } from "./record/index.ts";
import { relayAnswer } from "./relay-answer.ts";
import { sendError } from "./send-error.ts";
import type { TokenPlace } from "./trial-token.ts";
import { keyPlace, upstreamHeaders, upstreamPath } from "./upstream.ts";
import type { Resource, WireRequest } from "./wire/index.ts";

interface PassedOn {
  request: IncomingMessage;
  response: ServerResponse;
  desk: Desk;
  resource: Extract<Resource, { kind: "answer" | "count" }>;
  place: TokenPlace;
  bytes: Buffer;
  asked: WireRequest;
  settle: (exchange: WireExchange) => void;
}

/** Sends a request on with the real key, passes the answer back and records both. */
export async function passOn(given: PassedOn): Promise<void> {
  const { request, response, desk, resource, place, bytes, asked, settle } = given;
  const { endpoint, connections, recorder, limits, signal } = desk;
  const { reader } = resource;
  // How long a request would be is no part of the conversation.
  const isRecorded = resource.kind === "answer";
  const open = isRecorded
    ? recorder.begin({ format: reader.format, model: asked.models[0]!, bytes: bytes.length, request: asked })
    : null;
  const collector = reader.collectAnswer(asked);
  const end = (outcome: ExchangeOutcome, httpStatus: number | null, answerBytes: number, problem: string | null) => {
    const ended = open?.end({ outcome, problem, httpStatus, answerBytes, answer: collector.answer() });
    if (ended) settle(ended);
  };
  const left = new AbortController();
  const onClose = () => left.abort();
  response.on("close", onClose);
  let answer: Dispatcher.ResponseData;
  try {
    answer = await connections.request({
      method: "POST",
      origin: endpoint.origin,
      path: upstreamPath(endpoint, resource),
      headers: upstreamHeaders(request.headers, keyPlace(reader.format, place), endpoint),
      body: bytes,
      signal: AbortSignal.any([signal, left.signal]),
      headersTimeout: limits.idleSeconds * 1000,
      bodyTimeout: limits.idleSeconds * 1000,
    });
  } catch (error) {
    if (signal.aborted) {
      response.destroy();
      return end("ended", null, 0, "the trial ended before the answer came");
    }
    if (left.signal.aborted) return end("left", null, 0, "the agent hung up before the answer came");
    const problem = `the provider gave no answer: ${describe(error)}`;
    end("unreachable", null, 0, problem);
    return sendError(response, reader, 502, problem);
  }
  const contentType = String(answer.headers["content-type"] ?? "");
  const reading = readAnswerBytes(contentType, collector);
  const relay = { answer, client: response, reading, secrets: endpoint.secrets, limitBytes: limits.answerBytes };
  const relayed = await relayAnswer(relay);
  response.off("close", onClose);
  const unread = reading.end();
  const { error, errorStatus, complete } = collector.answer();
  const finish = (outcome: ExchangeOutcome, problem: string | null) =>
    end(outcome, answer.statusCode, relayed.bytes, problem);
  if (answer.statusCode >= 300) return finish("provider_error", `HTTP ${answer.statusCode}: ${error ?? "no message"}`);
  if (signal.aborted) return finish("ended", "the trial ended before the answer did");
  if (relayed.ended === "client_left") return finish("left", "the agent hung up before the answer ended");
  if (relayed.ended === "broken") {
    if (!response.headersSent) sendError(response, reader, 502, relayed.problem);
    return finish("cut_off", relayed.problem);
  }
  if (error !== null) return end("provider_error", errorStatus ?? answer.statusCode, relayed.bytes, error);
  if (unread !== null) return finish("cut_off", unread);
  finish(complete ? "answered" : "cut_off", complete ? null : "the answer broke off");
}

function describe(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  return code && !message?.includes(code) ? `${message} (${code})`.trim() : message || String(error);
}
