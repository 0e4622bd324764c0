import type { IncomingMessage, ServerResponse } from "node:http";
import type { Dispatcher } from "undici";
import type { Endpoint } from "../gateway/index.ts";
import type { ProxyLimits } from "./limits.ts";
import type { PriceGate } from "./price-gate.ts";
import { readAnswerBytes } from "./read-answer-bytes.ts";
import { readBody } from "./read-body.ts";
import type { ExchangeOutcome, Recorder, RefusalReason } from "./record/index.ts";
import { relayAnswer } from "./relay-answer.ts";
import { findToken, type TokenPlace } from "./trial-token.ts";
import { upstreamHeaders, upstreamPath } from "./upstream.ts";
import { type Resource, readerFor, resourceOf, type WireReader, type WireRequest } from "./wire/index.ts";

/** What every request of one trial meets. */
export interface Desk {
  token: string;
  endpoint: Endpoint;
  connections: Dispatcher;
  /** Names under which the trial's model may be asked for. */
  models: ReadonlySet<string>;
  recorder: Recorder;
  gate: PriceGate;
  limits: ProxyLimits;
  signal: AbortSignal;
  /** Changed here: how many are under way, and how many there were. */
  count: { now: number; inAll: number; bytes: number };
}

/** Answers one request of an agent: looks at it, sends it on with the real key, and records what comes back. */
export async function answerRequest(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  const { method = "", url = "" } = request;
  // Some agents look whether anybody is there before they say who they are.
  if (url === "/" && (method === "HEAD" || method === "GET")) return void response.writeHead(200).end();
  const resource = resourceOf(method, url);
  const reader = resource?.reader ?? readerFor(/^\/(v1\w*)\//.exec(url)?.[1] ?? "v1");
  const refuse = (status: number, reason: RefusalReason, message: string) => {
    desk.recorder.refused(reason, message);
    sendError(response, reader, status, message);
  };
  const place = findToken(request, desk.token);
  if (!place) return refuse(401, "token", "the key of this request is not the trial's");
  if (!resource) return refuse(404, "path", `${method} ${url.split("?")[0]?.slice(0, 200)} is not known here`);
  if (resource.kind === "models") return sendJson(response, 200, modelList(resource.reader, desk.models));
  if (desk.count.now >= desk.limits.requestsAtOnce)
    return refuse(429, "too_many", `more than ${desk.limits.requestsAtOnce} requests at once`);
  if (desk.count.inAll >= desk.limits.requestsInAll)
    return refuse(403, "too_many", `more than ${desk.limits.requestsInAll} requests in one trial`);
  desk.count.inAll += 1;
  desk.count.now += 1;
  try {
    const room = Math.min(desk.limits.requestBytes, desk.limits.requestBytesInAll - desk.count.bytes);
    const read = await readBody(request, room, (bytes) => {
      desk.count.bytes += bytes;
    });
    if (!read.ok) return refuse(read.status, read.status === 413 ? "too_large" : "request", read.problem);
    const asked = requestOf(resource, read.body);
    if (asked.messages.length > desk.limits.messages || asked.tools.length > desk.limits.messages)
      return refuse(413, "too_large", `more than ${desk.limits.messages} messages or tools in one request`);
    const other = asked.models.find((model) => !desk.models.has(model));
    if (other !== undefined || asked.models.length === 0)
      return refuse(403, "model", `the model ${JSON.stringify((other ?? "").slice(0, 200))} is not the trial's`);
    const tooExpensive = desk.gate.refusal();
    if (tooExpensive) return refuse(402, "cost_limit", tooExpensive);
    await exchange({ request, response, desk, resource, place, bytes: read.bytes, asked });
  } finally {
    desk.count.now -= 1;
  }
}

function requestOf(
  resource: Extract<Resource, { kind: "answer" | "count" }>,
  body: Record<string, unknown>,
): WireRequest {
  const request = resource.reader.readRequest(body);
  const models = resource.model === null ? request.models : [resource.model, ...request.models];
  const streamed = resource.kind === "answer" && (resource.streamed || request.streamed);
  return { ...request, models, streamed };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  desk: Desk;
  resource: Extract<Resource, { kind: "answer" | "count" }>;
  place: TokenPlace;
  bytes: Buffer;
  asked: WireRequest;
}

async function exchange({ request, response, desk, resource, place, bytes, asked }: Exchange): Promise<void> {
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
    if (ended) desk.gate.settle(ended);
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
      headers: upstreamHeaders(request.headers, place, endpoint),
      body: bytes,
      signal: AbortSignal.any([signal, left.signal]),
      headersTimeout: limits.idleSeconds * 1000,
      bodyTimeout: limits.idleSeconds * 1000,
    });
  } catch (error) {
    if (signal.aborted) return end("ended", null, 0, "the trial ended before the answer came");
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
  const { error, complete } = collector.answer();
  const finish = (outcome: ExchangeOutcome, problem: string | null) =>
    end(outcome, answer.statusCode, relayed.bytes, problem);
  if (answer.statusCode >= 300) return finish("provider_error", `HTTP ${answer.statusCode}: ${error ?? "no message"}`);
  if (signal.aborted) return finish("ended", "the trial ended before the answer did");
  if (relayed.ended === "client_left") return finish("left", "the agent hung up before the answer ended");
  if (relayed.ended === "broken") {
    if (!response.headersSent) sendError(response, reader, 502, relayed.problem);
    return finish("cut_off", relayed.problem);
  }
  if (error !== null) return finish("provider_error", error);
  if (unread !== null) return finish("cut_off", unread);
  finish(complete ? "answered" : "cut_off", complete ? null : "the answer broke off");
}

function sendError(response: ServerResponse, reader: WireReader, status: number, message: string): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  // Whoever sends what is refused may still be sending.
  response.setHeader("connection", "close");
  sendJson(response, status, reader.errorBody(status, `Assay: ${message}`));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

/** Answered here: an agent needs to see the trial's model and no other. */
function modelList({ format }: WireReader, models: ReadonlySet<string>): Record<string, unknown> {
  if (format === "generate_content") return { models: [...models].map((model) => ({ name: `models/${model}` })) };
  return { object: "list", data: [...models].map((id) => ({ id, object: "model", owned_by: "assay" })) };
}

function describe(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  return code && !message?.includes(code) ? `${message} (${code})`.trim() : message || String(error);
}
