import { setMaxListeners } from "node:events";
import type { ChatOutcome, RetryNotice } from "../records/index.ts";
import { createRedactor } from "../text/index.ts";
import { type Attempt, INTERRUPTED, readAttempt } from "./attempt.ts";
import { type BareConnections, openBareConnections } from "./connections.ts";
import type { Endpoint } from "./endpoint.ts";
import { exchange } from "./exchange.ts";
import { NO_SERVER_THERE, PERHAPS_TLS, type Reachability, trackReachability } from "./reachability.ts";
import { lengthOf, type RequestBody, requestBody } from "./request-body.ts";
import { createLocalLane, type OpenLane, type RequestLane, type RequestLoad } from "./request-lane.ts";
import { type Waiting, waitBeforeRetry } from "./retry-policy.ts";
import type { ExchangeRequest } from "./send-and-receive.ts";
import type { ChatCallSettings, Gateway } from "./types.ts";

export interface HttpGateway extends Gateway {
  /** True once a request was sent, and may therefore have been paid for. */
  hasAsked(): boolean;
  close(): Promise<void>;
}

/** Chat completions over HTTP at one endpoint: one pool of connections, one lane per model, retries. */
export function openHttpGateway(
  endpoint: Endpoint,
  waiting: Waiting,
  env: Record<string, string | undefined> = {},
  openLane: OpenLane = () => createLocalLane(waiting),
): HttpGateway {
  // A server may echo the key it was sent, so its output is cleaned before anything else reads it.
  const redact = {
    answer: createRedactor(endpoint.secrets, { patterns: false }),
    failure: createRedactor(endpoint.secrets),
  };
  const lanes = new Map<string, RequestLane>();
  let connections: Promise<BareConnections> | null = null;
  let hasAsked = false;
  const reach = trackReachability();
  // Loaded with the first request, so that offline models never wait for it.
  const connect = () => (connections ??= openBareConnections(endpoint, env));

  return {
    endpoint: endpoint.name,
    offline: false,
    async complete(request, settings) {
      const lane = lanes.get(request.model) ?? openLane(endpoint.name, request.model);
      lanes.set(request.model, lane);
      // Hundreds of requests listen to a campaign's one signal; that is not a leak.
      if (settings.signal) setMaxListeners(0, settings.signal);
      const dispatcher = await connect();
      const body = requestBody(request);
      const attempt = async () => {
        if ((await settings.beforeSending?.()) === false) return NOT_SENT;
        hasAsked = true;
        const ended = await exchange(dispatcher, exchangeRequest(endpoint, body, settings));
        const read = readAttempt(ended, endpoint, redact, waiting.now());
        reach.take(read);
        if (read.outcome.status === "timed_out" || read.outcome.status === "interrupted") settings.onUnanswered?.();
        return read;
      };
      const attemptInTurn = () => lane.run(attempt, loadOf, settings.signal);
      return withRetries(attemptInTurn, settings, waiting, reach);
    },
    hasAsked: () => hasAsked,
    async close() {
      await (await connections)?.destroy();
    },
  };
}

const NOT_SENT: Attempt = { outcome: INTERRUPTED, retryable: false, crowded: false, retryAfterMs: null };

function loadOf({ outcome, crowded, retryAfterMs }: Attempt): RequestLoad {
  const load = outcome.status === "answered" ? "success" : crowded ? "crowded" : "neutral";
  return { load, comeBackAfterMs: crowded ? retryAfterMs : null };
}

async function withRetries(
  attempt: () => Promise<Attempt | null>,
  settings: ChatCallSettings,
  { random, sleep }: Waiting,
  reach: Reachability,
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
    const isDown = ended.isDown === true && reach.isDown();
    if (!ended.retryable || retries.length >= settings.retries || isDown) {
      const tried = retries.length > 0 ? ` (asked ${retries.length + 1} times)` : "";
      const isGivenUp = ended.isDown === true && reach.giveUp();
      const isSilent = ended.wasCut === true && !reach.hasAnswered();
      const why = `${tried}${isGivenUp ? `. ${NO_SERVER_THERE}` : isSilent ? `. ${PERHAPS_TLS}` : ""}`;
      return { ...outcome, message: `${outcome.message}${why}`, retries, ...(isGivenUp ? { permanent: true } : {}) };
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
