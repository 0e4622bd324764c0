import type { IncomingMessage } from "node:http";
import { connect, type TcpNetConnectOpts } from "node:net";
import type { Duplex } from "node:stream";
import { type NetworkAccess, normalizeHost } from "./host-rules.ts";
import { fixedLookup, type Resolve, resolveHost } from "./resolve-host.ts";

export interface TunnelContext {
  access: NetworkAccess;
  /** True if the request carries the trial's token. */
  isOurs(request: IncomingMessage): boolean;
  /** Called for every requested host; `refused` is null when it was allowed. */
  onHost(host: string, port: number, refused: string | null): void;
  onWrongToken(): void;
  signal: AbortSignal;
  idleSeconds: number;
  resolve?: Resolve;
}

/** Answers `CONNECT host:port`: tunnels bytes, unread, to and from a host that the trial may reach. */
export async function openTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  context: TunnelContext,
): Promise<void> {
  if (!context.isOurs(request)) {
    context.onWrongToken();
    return refuse(client, "407 Proxy Authentication Required", "Proxy-Authenticate: Basic\r\n");
  }
  const target = targetOf(request.url ?? "");
  if (!target) return refuse(client, "400 Bad Request");
  const { host, port } = target;
  const found = await resolveHost(context.access, host, port, context.resolve);
  context.onHost(host, port, found.ok ? null : found.refused);
  if (!found.ok) return refuse(client, "403 Forbidden", "", `${host}:${port} cannot be reached: ${found.refused}\n`);
  if (context.signal.aborted) return void client.destroy();
  join(client, head, { host: normalizeHost(host), port, lookup: fixedLookup(found.addresses) }, context);
}

function join(client: Duplex, head: Buffer, target: TcpNetConnectOpts, { signal, idleSeconds }: TunnelContext): void {
  const server = connect(target);
  let isOpen = false;
  const end = () => {
    client.destroy();
    server.destroy();
  };
  signal.addEventListener("abort", end, { once: true });
  server.setTimeout(idleSeconds * 1000, end);
  server.once("connect", () => {
    isOpen = true;
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (head.length > 0) server.write(head);
    server.pipe(client);
    client.pipe(server);
  });
  server.on("error", () => {
    // Only the two ends may write to an open tunnel.
    if (isOpen) end();
    else refuse(client, "502 Bad Gateway");
  });
  const forget = () => {
    signal.removeEventListener("abort", end);
    end();
  };
  client.on("close", forget);
  server.on("close", () => (isOpen ? forget() : undefined));
}

function targetOf(url: string): { host: string; port: number } | null {
  const [, host = "", port = ""] = /^(\[[0-9a-f:.]{2,64}\]|[\w.-]{1,253}):(\d{1,5})$/i.exec(url) ?? [];
  return host !== "" && Number(port) > 0 && Number(port) < 65_536 ? { host, port: Number(port) } : null;
}

function refuse(client: Duplex, status: string, headers = "", text = ""): void {
  client.end(
    `HTTP/1.1 ${status}\r\n${headers}Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
