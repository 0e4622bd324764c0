import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type Endpoint, resolveEndpoint } from "../../src/gateway/index.ts";

/** A request as the provider saw it. */
export interface UpstreamRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  rawHeaders: string[];
  text: string;
}

export interface Upstream {
  port: number;
  endpoint: Endpoint;
  requests: UpstreamRequest[];
  /** Connections that ended before their answer did. */
  hungUp: () => number;
}

export const REAL_KEY = "sk-real-0123456789abcdefghijklmnop";

/** A provider of any wire format: every request is given to a function that answers it as it likes. */
export async function startUpstream(
  answer: (request: UpstreamRequest, response: ServerResponse) => unknown,
  { base = "/v1", key = REAL_KEY as string | null, headers = {} as Record<string, string> } = {},
): Promise<Upstream> {
  const requests: UpstreamRequest[] = [];
  let hungUp = 0;
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    response.on("error", () => {});
    response.on("close", () => {
      if (!response.writableFinished) hungUp += 1;
    });
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return;
    }
    const { method = "", url = "", rawHeaders } = incoming;
    const seen = { method, url, headers: incoming.headers, rawHeaders, text: Buffer.concat(chunks).toString() };
    requests.push(seen);
    await answer(seen, response);
  };
  const server = createServer((incoming, response) => void serve(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const config = { base_url: `http://127.0.0.1:${port}${base}`, headers, ...(key ? { api_key_env: "THE_KEY" } : {}) };
  const resolved = resolveEndpoint(config, { THE_KEY: key ?? undefined });
  if (!resolved.ok) throw new Error(resolved.problem);
  return { port, endpoint: resolved.endpoint, requests, hungUp: () => hungUp };
}

/** Answers every request with this stream. */
export function streaming(text: string | Buffer) {
  return (_: UpstreamRequest, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(text);
  };
}

/** Answers every request with this document. */
export function answering(body: unknown, status = 200) {
  return (_: UpstreamRequest, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
}
