import { setMaxListeners } from "node:events";
import type { Pool } from "undici";
import { createRedactor } from "../text/index.ts";
import { type AdaptiveLimit, createAdaptiveLimit } from "./adaptive-limit.ts";
import { type Attempt, INTERRUPTED, readAttempt } from "./attempt.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Exchange, exchange } from "./exchange.ts";
import { type Waiting, waitBeforeRetry } from "./retry-policy.ts";
import type { ChatCallSettings, ChatOutcome, ChatRequest, Gateway, RetryNotice } from "./types.ts";

export interface HttpGateway extends Gateway {
  close(): Promise<void>;
}

/** Chat completions over HTTP at one endpoint: one connection pool, one adaptive limit per model, retries. */
export function openHttpGateway(endpoint: Endpoint, waiting: Waiting): HttpGateway {
  // A server may echo the key it was sent; what it says is cleaned before anything else reads it.
  const redact = createRedactor(endpoint.secrets, { patterns: false });
  const limits = new Map<string, AdaptiveLimit>();
  let pool: Promise<Pool> | null = null;
  // Loaded with the first request: whoever only asks offline models never waits for it.
  const openPool = () => (pool ??= import("undici").then(({ Pool }) => new Pool(endpoint.origin)));

  return {
    endpoint: endpoint.name,
    offline: false,
    async complete(request, settings) {
      const limit = limits.get(request.model) ?? createAdaptiveLimit();
      limits.set(request.model, limit);
      // One signal ends a whole campaign: hundreds of requests listen to it, and that is no leak.
      if (settings.signal) setMaxListeners(0, settings.signal);
      const connections = await openPool();
      const body = requestBody(request);
      const attempt = () =>
        limit.run(
          async () => readAttempt(await send(connections, endpoint, body, settings), endpoint, redact),
          (attempt) => (attempt.outcome.status === "answered" ? "success" : attempt.crowded ? "crowded" : "neutral"),
          settings.signal,
        );
      return withRetries(attempt, settings, waiting);
    },
    async close() {
      await (await pool)?.destroy();
    },
  };
}

/** What is sent. The model, the messages and the case's tools are ours; everything else passes as it was configured. */
export function requestBody({ model, messages, tools, options }: ChatRequest): string {
  return JSON.stringify({ ...options, model, messages, ...(tools && tools.length > 0 ? { tools } : {}) });
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
    };
    retries.push(notice);
    settings.onRetry?.(notice);
    await sleep(notice.wait_ms, settings.signal);
  }
}

async function send(pool: Pool, endpoint: Endpoint, body: string, settings: ChatCallSettings): Promise<Exchange> {
  return exchange(pool, {
    path: endpoint.path,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": "assay",
      ...endpoint.headers,
    },
    body,
    timeoutSeconds: settings.timeoutSeconds,
    signal: settings.signal,
  });
}
