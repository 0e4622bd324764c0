import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { type ConnectionTrouble, explainConnectionError } from "./connection-trouble.ts";
import type { BareConnections } from "./connections.ts";
import { type ExchangeRequest, LARGEST_BODY_BYTES, sendAndReceive } from "./send-and-receive.ts";

/** One request over the wire and its outcome. A single time limit covers all of it, and its body is bounded. */
export type Exchange = { latency_ms: number } & (
  | { kind: "response"; status: number; headers: Record<string, string>; text: string }
  | { kind: "timed_out"; limitSeconds: number }
  | { kind: "interrupted" }
  | { kind: "too_large"; status: number; limitBytes: number }
  | { kind: "undecodable"; status: number; message: string }
  | { kind: "connection_failed"; message: string; trouble: ConnectionTrouble }
);

/** Invalid UTF-8 becomes U+FFFD instead of an exception. */
const UTF8 = new TextDecoder();

export async function exchange(connections: BareConnections, request: ExchangeRequest): Promise<Exchange> {
  if (request.signal?.aborted) return { kind: "interrupted", latency_ms: 0 };
  const started = performance.now();
  const latency = () => Math.round(performance.now() - started);
  const received = await sendAndReceive(connections, request);
  switch (received.kind) {
    case "interrupted":
      return { kind: "interrupted", latency_ms: latency() };
    case "timed_out":
      return { kind: "timed_out", limitSeconds: request.timeoutSeconds, latency_ms: latency() };
    case "failed": {
      const trouble = explainConnectionError(received.error, request.origin);
      return { kind: "connection_failed", message: describe(received.error), trouble, latency_ms: latency() };
    }
    case "too_large":
      return tooLarge(received.status, latency());
    case "response": {
      const { status, bytes } = received;
      const headers = plainHeaders(received.headers);
      const decoded = await decompress(bytes, headers["content-encoding"]);
      if (decoded.state === "too_large") return tooLarge(status, latency());
      if (decoded.state === "broken")
        return { kind: "undecodable", status, message: decoded.message, latency_ms: latency() };
      return { kind: "response", status, headers, text: UTF8.decode(decoded.bytes), latency_ms: latency() };
    }
  }
}

function tooLarge(status: number, latency_ms: number): Exchange {
  return { kind: "too_large", status, limitBytes: LARGEST_BODY_BYTES, latency_ms };
}

type Decompressed = { state: "plain"; bytes: Buffer } | { state: "too_large" } | { state: "broken"; message: string };

const DECODERS: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Decompresses the body: we never request compression, but some proxies apply it anyway. */
async function decompress(bytes: Buffer, encoding = "identity"): Promise<Decompressed> {
  const decoder = DECODERS[encoding.toLowerCase()];
  if (!decoder) return { state: "plain", bytes };
  try {
    return { state: "plain", bytes: await decoder(bytes, { maxOutputLength: LARGEST_BODY_BYTES }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") return { state: "too_large" };
    return { state: "broken", message: `its ${encoding} body cannot be decompressed (${(error as Error).message})` };
  }
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** Unwraps undici's cause; a dual-stack connection failure is an AggregateError without a message. */
function describe(error: unknown): string {
  const { message, code, cause, errors } = error as Error & { code?: string; errors?: Error[] };
  const inner = errors?.[0] ?? cause;
  if (!message && inner) return describe(inner);
  return code && !message.includes(code) ? `${message} (${code})` : message || String(error);
}
