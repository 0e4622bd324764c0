import { setMaxListeners } from "node:events";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Endpoint, openConnections } from "../gateway/index.ts";
import { answerRequest, type RequestContext } from "./answer-request.ts";
import { confirmRefusal } from "./confirm-refusal.ts";
import { DEFAULT_LIMITS, type ProxyLimits } from "./limits.ts";
import { listen, type ProxyAddress } from "./listen.ts";
import { forwardPlain } from "./network/forward-plain.ts";
import type { NetworkAccess } from "./network/host-rules.ts";
import { openTunnel, type TunnelContext } from "./network/open-tunnel.ts";
import type { Resolve } from "./network/resolve-host.ts";
import type { TrialSpending } from "./price-gate.ts";
import { openRecorder } from "./record/recorder.ts";
import type { WireRecord } from "./record/wire-record.ts";
import { createTrialToken, hasProxyToken } from "./trial-token.ts";

export interface ProxyOptions {
  /** `socket` for a container without a network, into which the folder is mounted; `loopback` where that is impossible. */
  listen: "socket" | "loopback";
  endpoint: Endpoint;
  /** Names under which the trial's model may be requested. */
  models: readonly string[];
  /** Options of the trial's requests. Options that change the price are allowed only if listed here. */
  wished?: Readonly<Record<string, unknown>>;
  network: NetworkAccess;
  spending: TrialSpending;
  /** Milliseconds since the trial started. */
  now: () => number;
  /** Source of the machine's proxy settings for requests to the provider. */
  env: Record<string, string | undefined>;
  /** Ends everything with the trial. */
  signal: AbortSignal;
  limits?: Partial<ProxyLimits>;
  /** Resolves host names; defaults to the system's resolver. */
  resolve?: Resolve;
}

export interface RecordingProxy {
  /** Given to the agent in place of a key. */
  token: string;
  address: ProxyAddress;
  /** Assigns everything from now on to this turn of the user, counted from 1. */
  beginTurn(turn: number): void;
  record(): WireRecord;
  /** Ends requests in flight and invalidates the token. May be called twice. */
  close(): Promise<WireRecord>;
}

export type OpenedProxy = { ok: true; proxy: RecordingProxy } | { ok: false; problem: string };

/**
 * Opens one trial's recorded connection to its model: all of the agent's requests pass through it, with a token in place of the
 * key.
 *
 * @example
 * const opened = await openProxy({ listen: "socket", endpoint, models: [request.model], network: "deny", spending, now, env, signal });
 * if (!opened.ok) return giveUp(opened.problem);
 * // … run the agent with `proxy.token` as its key …
 * const { exchanges } = await opened.proxy.close();
 */
export async function openProxy(options: ProxyOptions): Promise<OpenedProxy> {
  const { endpoint, network, now, env } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const token = createTrialToken();
  const recorder = openRecorder({ now, budgetBytes: limits.recordBytes });
  const over = new AbortController();
  let isClosing = false;
  const signal = AbortSignal.any([options.signal, over.signal]);
  // Every tunnel listens to it; that is not a leak.
  setMaxListeners(0, signal);
  const connections = await openConnections(endpoint, env);
  const context: RequestContext = {
    token,
    endpoint,
    connections,
    models: new Set(options.models),
    wished: options.wished ?? {},
    recorder,
    spending: options.spending,
    limits,
    signal,
    isClosing: () => isClosing,
    drains: { now: 0 },
    count: { now: 0, inAll: 0, bytes: 0, bytesNow: 0 },
  };
  const tunnels: TunnelContext = {
    access: network,
    isOurs: (request) => hasProxyToken(request, token),
    onHost: recorder.host,
    onWrongToken: () => recorder.refused("token", "a request to another host came without the trial's token"),
    signal,
    idleSeconds: limits.idleSeconds,
    resolve: options.resolve,
  };
  const server = createServer((request, response) => {
    response.on("error", () => response.destroy());
    const isToAnotherHost = !request.url?.startsWith("/");
    const answered = isToAnotherHost
      ? forwardPlain(request, response, tunnels)
      : answerRequest(request, response, context);
    answered.catch(() => response.destroy());
  });
  server.maxConnections = limits.connections;
  const endConnections = trackConnections(server);
  limitTunnels(server, tunnels, limits);
  server.on("clientError", (_, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });

  const listening = await listen(server, options.listen);
  if (!listening.ok) {
    await connections.destroy();
    return listening;
  }
  let closed: Promise<unknown> | null = null;
  const end = async () => {
    isClosing = true;
    const closed = new Promise((resolve) => server.close(resolve));
    endConnections();
    await waitForAnswers(context, options.signal);
    over.abort();
    await closed;
    await confirmRefusal({ recorder, endpoint, connections, spending: options.spending, signal: options.signal });
    await connections.destroy();
    await listening.remove();
  };
  return {
    ok: true,
    proxy: {
      token,
      address: listening.address,
      beginTurn: recorder.beginTurn,
      record: recorder.record,
      async close() {
        closed ??= end();
        await closed;
        return recorder.record();
      },
    },
  };
}

/** Waits briefly for answers in flight, because their prices come last. */
async function waitForAnswers({ count, limits }: RequestContext, signal: AbortSignal): Promise<void> {
  const until = performance.now() + limits.closingSeconds * 1000;
  while (count.now > 0 && !signal.aborted && performance.now() < until) await pause(LOOK_AGAIN_MS);
}

const LOOK_AGAIN_MS = 10;

/** Tracks connections, because the server forgets those that became tunnels or spoke no HTTP, and would wait for them forever. */
function trackConnections(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

function limitTunnels(server: Server, tunnels: TunnelContext, { tunnelsAtOnce }: ProxyLimits): void {
  let open = 0;
  server.on("connect", (request, socket, head) => {
    // No other listener is left, and an unhandled error ends the whole process.
    socket.on("error", () => socket.destroy());
    if (open >= tunnelsAtOnce) return void socket.end("HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\n");
    open += 1;
    socket.on("close", () => (open -= 1));
    openTunnel(request, socket, head, tunnels).catch(() => socket.destroy());
  });
}
