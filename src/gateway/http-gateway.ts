import type { Pool } from "undici";
import { type AdaptiveLimit, createAdaptiveLimit } from "./adaptive-limit.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Exchange, exchange } from "./exchange.ts";
import { readAnswer } from "./read-answer.ts";
import { readRetryAfter, type Waiting, waitBeforeRetry } from "./retry-policy.ts";
import type {
  ChatAnswer,
  ChatCallSettings,
  ChatFailure,
  ChatOutcome,
  ChatRequest,
  Gateway,
  RetryNotice,
} from "./types.ts";

export interface HttpGateway extends Gateway {
  close(): Promise<void>;
}

/** Chat completions over HTTP at one endpoint: one connection pool, one adaptive limit per model, retries. */
export function openHttpGateway(endpoint: Endpoint, waiting: Waiting): HttpGateway {
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
      const connections = await openPool();
      const body = requestBody(request);
      const attempt = () =>
        limit.run(
          async () => read(await send(connections, endpoint, body, settings), endpoint),
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

type UnretriedOutcome = Omit<ChatAnswer, "retries"> | Omit<ChatFailure, "retries">;

/** One attempt's outcome, with what the retry loop has to know about it. */
interface Attempt {
  outcome: UnretriedOutcome;
  retryable: boolean;
  crowded: boolean;
  retryAfterMs: number | null;
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

const INTERRUPTED: Omit<ChatFailure, "retries"> = {
  status: "interrupted",
  message: "Interrupted before an answer came.",
  http_status: null,
  raw: null,
  latency_ms: 0,
  permanent: false,
};

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

function read(ended: Exchange, endpoint: Endpoint): Attempt {
  const { latency_ms } = ended;
  const failed = (message: string, retryable: boolean, more: Partial<ChatFailure> = {}): Attempt => ({
    outcome: {
      status: "provider_error",
      message: withoutSecrets(message, endpoint),
      http_status: null,
      raw: null,
      latency_ms,
      permanent: false,
      ...more,
    },
    retryable,
    crowded: more.http_status === 429,
    retryAfterMs: null,
  });
  switch (ended.kind) {
    case "interrupted":
      return { outcome: { ...INTERRUPTED, latency_ms }, retryable: false, crowded: false, retryAfterMs: null };
    case "timed_out":
      return failed(`${endpoint.name} gave no complete answer within the time limit.`, true, { status: "timed_out" });
    case "connection_failed":
      return failed(`No connection to ${endpoint.name}: ${ended.message}`, true);
    case "too_large": {
      const message = `${endpoint.name} answered ${ended.status} with more than ${ended.limitBytes / 1024 / 1024} MB.`;
      return failed(message, false, { http_status: ended.status });
    }
    case "undecodable":
      return failed(`${endpoint.name} answered ${ended.status}, but ${ended.message}.`, false, {
        http_status: ended.status,
      });
    case "response": {
      const reading = readAnswer({ ...ended, text: withoutSecrets(ended.text, endpoint) });
      if (reading.kind === "answer") {
        const { kind: _, ...answer } = reading;
        return {
          outcome: { status: "answered", ...answer, latency_ms },
          retryable: false,
          crowded: false,
          retryAfterMs: null,
        };
      }
      const { http_status, raw, permanent } = reading;
      const message = `${endpoint.name} ${reading.message}${hint(http_status, endpoint)}`;
      const attempt = failed(message, reading.retryable, { http_status, raw, permanent });
      return { ...attempt, retryAfterMs: readRetryAfter(ended.headers["retry-after"], Date.now()) };
    }
  }
}

/** A server may echo the key it was sent; what it says is cleaned before anything else reads it. */
function withoutSecrets(text: string, endpoint: Endpoint): string {
  return endpoint.secrets.reduce((cleaned, secret) => {
    const escaped = JSON.stringify(secret).slice(1, -1);
    return cleaned.replaceAll(secret, "[redacted]").replaceAll(escaped, "[redacted]");
  }, text);
}

function hint(status: number, { keyVariable }: Endpoint): string {
  if (status === 401)
    return keyVariable ? ` Check the key in ${keyVariable}.` : " The server wants a key: set api_key_env.";
  if (status === 402) return " The account behind the key has no credit left.";
  if (status === 404) return " Check the model's name and the base URL.";
  return "";
}
