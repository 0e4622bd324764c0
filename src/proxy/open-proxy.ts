import { once, setMaxListeners } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Endpoint, openConnections } from "../gateway/index.ts";
import { openOwnedFolder } from "../temporary/index.ts";
import { answerRequest, type Desk } from "./answer-request.ts";
import { FORWARDER_NAME, forwarder, SOCKET_NAME } from "./forwarder.ts";
import { DEFAULT_LIMITS, type ProxyLimits } from "./limits.ts";
import { forwardPlain, type NetworkAccess, openTunnel, type Resolve, type TunnelDesk } from "./network/index.ts";
import { openPriceGate, type TrialSpending } from "./price-gate.ts";
import { openRecorder, type WireRecord } from "./record/index.ts";
import { hasProxyToken, newTrialToken } from "./trial-token.ts";
import { PORT_INSIDE } from "./way-inside.ts";

export interface ProxyOptions {
  /** `socket` for a container without a network, into which the folder is mounted; `loopback` where that cannot be done. */
  listen: "socket" | "loopback";
  endpoint: Endpoint;
  /** Names under which the trial's model may be asked for. */
  models: readonly string[];
  network: NetworkAccess;
  spending: TrialSpending;
  /** Milliseconds since the trial started. */
  now: () => number;
  /** For the way to the provider: proxies of the machine are named in it. */
  env: Record<string, string | undefined>;
  /** Ends everything with the trial. */
  signal: AbortSignal;
  limits?: Partial<ProxyLimits>;
  /** How names of hosts become addresses, if not by the system. */
  resolve?: Resolve;
}

export interface RecordingProxy {
  /** What the agent is given in place of a key. */
  token: string;
  address: ProxyAddress;
  /** What comes from now on belongs to this turn of the user, counted from 1. */
  beginTurn(turn: number): void;
  record(): WireRecord;
  /** Ends what is under way; the token is worth nothing from now on. May be called twice. */
  close(): Promise<WireRecord>;
}

/** `folder` holds the socket, if there is one, and the program that leads to the proxy from inside of a container. */
export type ProxyAddress = { folder: string } & (
  | { kind: "socket"; socket: string }
  | { kind: "loopback"; port: number }
);

export type OpenedProxy = { ok: true; proxy: RecordingProxy } | { ok: false; problem: string };

/** Linux and macOS take no longer path for a socket. */
const LONGEST_SOCKET_PATH = 103;

/**
 * Opens the way of one trial to its model: everything that the agent asks passes here, with a token in place of the key, and is recorded.
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
  const token = newTrialToken();
  const recorder = openRecorder({ now, budgetBytes: limits.recordBytes });
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  // Every tunnel listens to it, and that is no leak.
  setMaxListeners(0, signal);
  const connections = await openConnections(endpoint, env);
  const desk: Desk = {
    token,
    endpoint,
    connections,
    models: new Set(options.models),
    recorder,
    gate: openPriceGate(options.spending),
    limits,
    signal,
    count: { now: 0, inAll: 0, bytes: 0 },
  };
  const tunnels: TunnelDesk = {
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
      : answerRequest(request, response, desk);
    answered.catch(() => response.destroy());
  });
  server.maxConnections = limits.connections;
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
    over.abort();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
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

function limitTunnels(server: Server, tunnels: TunnelDesk, { tunnelsAtOnce }: ProxyLimits): void {
  let open = 0;
  server.on("connect", (request, socket, head) => {
    if (open >= tunnelsAtOnce) return void socket.end("HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\n");
    open += 1;
    socket.on("close", () => (open -= 1));
    openTunnel(request, socket, head, tunnels).catch(() => socket.destroy());
  });
}

type Listening = { ok: true; address: ProxyAddress; remove: () => Promise<void> } | { ok: false; problem: string };

async function listen(server: Server, where: ProxyOptions["listen"]): Promise<Listening> {
  // Only we get into the outer folder; the inner one is what a container sees of it, as whatever user.
  const { path, remove } = openOwnedFolder("proxy");
  const folder = join(path, "way");
  const socket = join(folder, SOCKET_NAME);
  if (where === "socket" && Buffer.byteLength(socket) > LONGEST_SOCKET_PATH) {
    await remove();
    return { ok: false, problem: `${socket} is too long for a socket; set TMPDIR to a shorter path` };
  }
  await mkdir(folder);
  await chmod(folder, 0o755);
  if (where === "socket") server.listen(socket);
  else server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: ProxyAddress =
    where === "socket"
      ? { kind: "socket", folder, socket }
      : { kind: "loopback", folder, port: (server.address() as AddressInfo).port };
  if (address.kind === "socket") await chmod(socket, 0o666);
  const program = forwarder(PORT_INSIDE, address.kind === "loopback" ? address.port : null);
  await writeFile(join(folder, FORWARDER_NAME), program, { mode: 0o644 });
  return { ok: true, address, remove };
}
