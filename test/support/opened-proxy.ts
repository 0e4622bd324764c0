import { type IncomingMessage, request as openRequest } from "node:http";
import { onTestFinished } from "vitest";
import { openProxy, type ProxyOptions, type RecordingProxy } from "../../src/proxy/index.ts";
import { limitedSpending } from "./limited-spending.ts";
import { MODEL, WIRE_SAMPLES } from "./wire-streams.ts";
import type { Upstream } from "./wire-upstream.ts";

/** A proxy for one test. */
export async function openedProxy(
  { endpoint }: Pick<Upstream, "endpoint">,
  changes: Partial<ProxyOptions> = {},
): Promise<RecordingProxy> {
  let tick = 0;
  const opened = await openProxy({
    listen: "socket",
    endpoint,
    models: [MODEL],
    network: "deny",
    spending: await limitedSpending(null),
    now: () => ++tick,
    env: {},
    limits: { closingSeconds: 0.1 },
    signal: new AbortController().signal,
    ...changes,
  });
  if (!opened.ok) throw new Error(opened.problem);
  onTestFinished(async () => void (await opened.proxy.close()));
  return opened.proxy;
}

export interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  /** True when the connection broke before the answer ended. */
  broken: boolean;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: unknown;
  /** Sent as it is. */
  raw?: string | Buffer;
}

/** Asks the proxy as an agent would. */
export function ask({ address }: RecordingProxy, path: string, asking: Asking = {}): Promise<Answered> {
  const { method = "POST", headers = {}, body, raw } = asking;
  const where = address.kind === "socket" ? { socketPath: address.socket } : { host: "127.0.0.1", port: address.port };
  return new Promise((resolve, reject) => {
    const request = openRequest({ ...where, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      const done = (broken: boolean) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
          broken,
        });
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => done(!response.complete));
      response.on("error", () => done(true));
    });
    request.on("error", reject);
    request.end(raw ?? (body === undefined ? undefined : JSON.stringify(body)));
  });
}

/** The token as most agents send it. */
export function bearer({ token }: RecordingProxy): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

export const CHAT_PATH = "/v1/chat/completions";

/** A sample's own request, as a stream. */
export function asked(proxy: RecordingProxy, sample = WIRE_SAMPLES[0]!, changes: Record<string, unknown> = {}) {
  return ask(proxy, sample.path, { headers: bearer(proxy), body: { ...sample.request, stream: true, ...changes } });
}
