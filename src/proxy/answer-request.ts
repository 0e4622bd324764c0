import type { IncomingMessage, ServerResponse } from "node:http";
import type { Dispatcher } from "undici";
import type { Endpoint, ProtocolReader } from "../gateway/index.ts";
import { forwardRequest } from "./forward-request.ts";
import type { ProxyLimits } from "./limits.ts";
import { settleRequest, type TrialSpending } from "./price-gate.ts";
import { readRequest } from "./read-request.ts";
import type { Recorder } from "./record/recorder.ts";
import type { RefusalReason } from "./record/wire-record.ts";
import { sendError, sendJson } from "./send-error.ts";
import { findToken } from "./trial-token.ts";
import { readerFor, resourceOf } from "./wire/resource.ts";

/** The shared state with which every request of a trial is handled. */
export interface RequestContext {
  token: string;
  endpoint: Endpoint;
  connections: Dispatcher;
  /** Names under which the trial's model may be requested. */
  models: ReadonlySet<string>;
  /** Options of the trial's requests, which an agent may therefore request too. */
  wished: Readonly<Record<string, unknown>>;
  recorder: Recorder;
  spending: TrialSpending;
  limits: ProxyLimits;
  signal: AbortSignal;
  /** True once the trial is over: closed connections are then not the agent's doing. */
  isClosing: () => boolean;
  /** Mutable: number of answers being read on only for their price. */
  drains: { now: number };
  /** Mutable: requests and bytes in flight, and in total. */
  count: { now: number; inAll: number; bytes: number; bytesNow: number };
}

/** Handles one request of an agent: checks it, forwards it with the real key, and records the answer. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<void> {
  const { method = "", url = "" } = request;
  // Some agents probe for a server before they authenticate.
  if (url === "/" && (method === "HEAD" || method === "GET")) return void response.writeHead(200).end();
  const resource = resourceOf(method, url);
  const reader = resource?.reader ?? readerFor(/^\/(v1\w*)\//.exec(url)?.[1] ?? "v1");
  const refuse = (status: number, reason: RefusalReason, message: string) => {
    context.recorder.refused(reason, message);
    sendError(response, reader, status, message);
  };
  const place = findToken(request, context.token);
  if (!place) return refuse(401, "token", "the key of this request is not the trial's");
  if (!resource) return refuse(404, "path", `${method} ${url.split("?")[0]?.slice(0, 200)} is not known here`);
  if (resource.kind === "models") return sendJson(response, 200, modelList(resource.reader, context.models));
  if (context.count.now >= context.limits.requestsAtOnce)
    return refuse(429, "too_many", `more than ${context.limits.requestsAtOnce} requests at once`);
  if (context.count.inAll >= context.limits.requestsInAll)
    return refuse(403, "too_many", `more than ${context.limits.requestsInAll} requests in one trial`);
  context.count.inAll += 1;
  context.count.now += 1;
  let held = 0;
  const take = (bytes: number) => {
    held += bytes;
    context.count.bytes += bytes;
    context.count.bytesNow += bytes;
    return context.count.bytesNow <= context.limits.requestBytesAtOnce;
  };
  try {
    const room = Math.min(context.limits.requestBytes, context.limits.requestBytesInAll - context.count.bytes);
    const limited = { bytes: room, values: context.limits.values, trial: context };
    const read = await readRequest(request, resource, limited, take, context.wished);
    if (!read.ok) return refuse(read.status, REASONS[read.status], read.problem);
    const { asked, bytes, output, dearer, usesProviderTools } = read;
    if (asked.messages.length > context.limits.messages || asked.tools.length > context.limits.messages)
      return refuse(413, "too_large", `more than ${context.limits.messages} messages or tools in one request`);
    const other = asked.models.find((model) => !context.models.has(model));
    if (other !== undefined || asked.models.length === 0)
      return refuse(403, "model", `the model ${JSON.stringify((other ?? "").slice(0, 200))} is not the trial's`);
    if (dearer !== null)
      return refuse(
        403,
        "request",
        `${dearer} changes the price of the model; set it under request_options of the run profile, or leave it out of the agent's settings`,
      );
    const forwarded = { request, response, context, resource, place, bytes, asked };
    // Counting tokens is free of charge.
    if (resource.kind === "count") return await forwardRequest({ ...forwarded, settle() {} });
    const left = new AbortController();
    const onClose = () => left.abort();
    response.on("close", onClose);
    const size = {
      bytes: bytes.length,
      outputTokens: output.tokens,
      answers: output.answers,
      pointsElsewhere: asked.pointsElsewhere,
      ...(usesProviderTools && { usesProviderTools }),
    };
    const held = await context.spending.hold(size, AbortSignal.any([context.signal, left.signal]));
    response.off("close", onClose);
    // The agent left before its turn: nothing was refused and nothing sent.
    if (response.destroyed || context.signal.aborted) {
      if (held.ok) held.request.free();
      response.destroy();
      return;
    }
    if (!held.ok) return refuse(402, "cost_limit", held.refusal);
    try {
      await forwardRequest({
        ...forwarded,
        settle: (exchange, facts) => settleRequest(held.request, exchange, facts),
      });
    } finally {
      // After an unexpected error it may have been sent.
      held.request.lost();
    }
  } finally {
    context.count.now -= 1;
    context.count.bytesNow -= held;
  }
}

const REASONS = { 400: "request", 413: "too_large", 415: "request", 429: "too_many" } as const;

/** Lists the trial's model and no other, answered locally. */
function modelList({ format }: ProtocolReader, models: ReadonlySet<string>): Record<string, unknown> {
  if (format === "generate_content") return { models: [...models].map((model) => ({ name: `models/${model}` })) };
  return { object: "list", data: [...models].map((id) => ({ id, object: "model", owned_by: "assay" })) };
}
