import { setMaxListeners } from "node:events";
import type { Dispatcher } from "undici";
import type { ChatOutcome, RetryNotice } from "../records/index.ts";
import { createRedactor } from "../text/index.ts";
import { type AdaptiveLimit, createAdaptiveLimit, type LoadSignal } from "./adaptive-limit.ts";
import { type Attempt, INTERRUPTED, readAttempt } from "./attempt.ts";
import { openConnections } from "./connections.ts";
import type { Endpoint } from "./endpoint.ts";
import { type ExchangeRequest, exchange } from "./exchange.ts";
import { lengthOf, type RequestBody, requestBody } from "./request-body.ts";
import { type Waiting, waitBeforeRetry } from "./retry-policy.ts";
import type { ChatCallSettings, Gateway } from "./types.ts";

export interface HttpGateway extends Gateway {
  /** True once a request was sent: from then on something may have been paid for. */
  hasAsked(): boolean;
  close(): Promise<void>;
}

/** Chat completions over HTTP at one endpoint: one pool of connections, one adaptive limit per model, retries. */
export function openHttpGateway(
  endpoint: Endpoint,
  waiting: Waiting,
  env: Record<string, string | undefined> = {},
): HttpGateway {
  // A server may echo the key it was sent; what it says is cleaned before anything else reads it.
  const redact = {
    answer: createRedactor(endpoint.secrets, { patterns: false }),
    failure: createRedactor(endpoint.secrets),
  };
  const lanes = new Map<string, Lane>();
  let connections: Promise<Dispatcher> | null = null;
  let hasAsked = false;
  // Loaded with the first request: whoever only asks offline models never waits for it.
  const connect = () => (connections ??= openConnections(endpoint, env));

  return {
    endpoint: endpoint.name,
    offline: false,
    async complete(request, settings) {
      const lane = lanes.get(request.model) ?? { limit: createAdaptiveLimit(), closedUntil: 0 };
      lanes.set(request.model, lane);
      // One signal ends a whole campaign: hundreds of requests listen to it, and that is no leak.
      if (settings.signal) setMaxListeners(0, settings.signal);
      const dispatcher = await connect();
      const body = requestBody(request);
      const attempt = async () => {
        const closedFor = lane.closedUntil - waiting.now();
        if (closedFor > 0) await waiting.sleep(closedFor, settings.signal);
        if (settings.signal?.aborted) return null;
        hasAsked = true;
        const ended = await exchange(dispatcher, exchangeRequest(endpoint, body, settings));
        const read = readAttempt(ended, endpoint, redact, waiting.now());
        if (read.crowded && read.retryAfterMs !== null) lane.closedUntil = waiting.now() + read.retryAfterMs;
        return read;
      };
      const attemptInTurn = () => lane.limit.run(attempt, loadOf, settings.signal);
      return withRetries(attemptInTurn, settings, waiting);
    },
    hasAsked: () => hasAsked,
    async close() {
      await (await connections)?.destroy();
    },
  };
}

/** The requests to one model. A server that says when to come back is left alone until then, by all of them. */
interface Lane {
  limit: AdaptiveLimit;
  closedUntil: number;
}

function loadOf(attempt: Attempt | null): LoadSignal {
  if (attempt?.outcome.status === "answered") return "success";
  return attempt?.crowded ? "crowded" : "neutral";
}

async function withRetries(
  attempt: () => Promise<Attempt | null>,
  settings: ChatCallSettings,
  { random, sleep }: Waiting,
): Promise<ChatOutcome> {
  const retries: RetryNotice[] = [];
  while (true) {
    const ended = await attempt();
    if (ended === null || settings.signal?.aborted) {
      if (ended?.outcome.status === "answered") return { ...ended.outcome, retries };
      return { ...INTERRUPTED, retries };
    }
    const { outcome } = ended;
    if (outcome.status === "answered") return { ...outcome, retries };
    if (!ended.retryable || retries.length >= settings.retries) {
      const tried = retries.length > 0 ? ` (asked ${retries.length + 1} times)` : "";
      return { ...outcome, message: `${outcome.message}${tried}`, retries };
    }
    const notice = {
      attempt: retries.length + 1,
      reason: outcome.message,
      http_status: outcome.http_status,
      wait_ms: waitBeforeRetry(retries.length + 1, ended.retryAfterMs, random),
      ...(outcome.cost_usd === undefined ? {} : { cost_usd: outcome.cost_usd }),
    };
    retries.push(notice);
    settings.onRetry?.(notice);
    await sleep(notice.wait_ms, settings.signal);
  }
}

function exchangeRequest(endpoint: Endpoint, body: RequestBody, settings: ChatCallSettings): ExchangeRequest {
  return {
    origin: endpoint.origin,
    path: endpoint.path,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": "assay",
      ...(typeof body === "string" ? {} : { "content-length": String(lengthOf(body)) }),
      ...endpoint.headers,
    },
    body,
    timeoutSeconds: settings.timeoutSeconds,
    signal: settings.signal,
  };
}
