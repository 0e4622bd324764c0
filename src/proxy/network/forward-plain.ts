import { type IncomingMessage, request as openRequest, type ServerResponse } from "node:http";
import { normalizeHost } from "./host-rules.ts";
import type { TunnelContext } from "./open-tunnel.ts";
import { fixedLookup, resolveHost } from "./resolve-host.ts";

/** Headers addressed to the proxy or specific to one connection. */
const HOP_HEADERS = /^(?:proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|host)$/i;

/** Answers `GET http://host/…`: plain HTTP to a host that the trial may reach. */
export async function forwardPlain(
  request: IncomingMessage,
  response: ServerResponse,
  context: TunnelContext,
): Promise<void> {
  const say = (status: number, text: string, headers: Record<string, string> = {}) => {
    response.writeHead(status, { "content-type": "text/plain", connection: "close", ...headers });
    response.end(text);
  };
  if (!context.isOurs(request)) {
    context.onWrongToken();
    return say(407, "", { "proxy-authenticate": "Basic" });
  }
  const url = URL.canParse(request.url ?? "") ? new URL(request.url!) : null;
  if (url?.protocol !== "http:" || url.username !== "" || url.hostname.length > 253)
    return say(400, "only http:// is forwarded; use CONNECT\n");
  const port = Number(url.port || 80);
  const found = await resolveHost(context.access, url.hostname, port, context.resolve);
  context.onHost(url.hostname, port, found.ok ? null : found.refused);
  if (!found.ok) return say(403, `${url.host} cannot be reached: ${found.refused}\n`);
  const onwards = openRequest({
    host: normalizeHost(url.hostname),
    lookup: fixedLookup(found.addresses),
    port,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...forwardedHeaders(request.headers), host: url.host },
    signal: context.signal,
    timeout: context.idleSeconds * 1000,
    agent: false,
  });
  onwards.on("timeout", () => onwards.destroy());
  onwards.on("error", () => {
    if (response.headersSent) response.destroy();
    else say(502, `${url.host} gave no answer\n`);
  });
  onwards.on("response", (answer) => {
    answer.on("error", () => response.destroy());
    const { statusCode = 0 } = answer;
    // `HTTP/1.1 000` can be read, but not be written.
    if (statusCode < 200) return void onwards.destroy(new Error(`status ${statusCode}`));
    response.writeHead(statusCode, forwardedHeaders(answer.headers));
    answer.pipe(response);
  });
  response.on("close", () => onwards.destroy());
  request.pipe(onwards);
}

function forwardedHeaders(headers: IncomingMessage["headers"]): Record<string, string | string[]> {
  const named = new Set(
    String(headers.connection ?? "")
      .toLowerCase()
      .split(/\s*,\s*/),
  );
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] =>
        entry[1] !== undefined && !HOP_HEADERS.test(entry[0]) && !named.has(entry[0]),
    ),
  );
}
