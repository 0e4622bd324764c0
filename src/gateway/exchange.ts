import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Dispatcher } from "undici";
import { type RequestBody, slicesOf } from "./request-body.ts";

/** One request over the wire and what became of it. The whole of it is under one time limit, and its body has a bound. */
export type Exchange = { latency_ms: number } & (
  | { kind: "response"; status: number; headers: Record<string, string>; text: string }
  | { kind: "timed_out"; limitSeconds: number }
  | { kind: "interrupted" }
  | { kind: "too_large"; status: number; limitBytes: number }
  | { kind: "undecodable"; status: number; message: string }
  | { kind: "connection_failed"; message: string }
);

export interface ExchangeRequest {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: RequestBody;
  timeoutSeconds: number;
  signal?: AbortSignal;
}

/** Far above any honest answer; below what would trouble the process. */
export const LARGEST_BODY_BYTES = 64 * 1024 * 1024;

export async function exchange(connections: Dispatcher, request: ExchangeRequest): Promise<Exchange> {
  const started = performance.now();
  const latency = () => Math.round(performance.now() - started);
  const abort = new AbortController();
  let ending = null as "timed_out" | "interrupted" | null;
  const end = (reason: "timed_out" | "interrupted") => {
    ending ??= reason;
    abort.abort();
  };
  const interrupt = () => end("interrupted");
  if (request.signal?.aborted) return { kind: "interrupted", latency_ms: 0 };
  request.signal?.addEventListener("abort", interrupt, { once: true });
  const timer = setTimeout(() => end("timed_out"), request.timeoutSeconds * 1000);
  try {
    const response = await connections.request({
      method: "POST",
      origin: request.origin,
      path: request.path,
      headers: request.headers,
      body: bodyFor(request.body),
      signal: abort.signal,
      // Our own timer covers everything from the connection to the last byte.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > LARGEST_BODY_BYTES) return tooLarge(response.statusCode, latency());
      chunks.push(chunk);
    }
    const headers = plainHeaders(response.headers);
    const decoded = await decompress(Buffer.concat(chunks), headers["content-encoding"]);
    if (decoded.state === "too_large") return tooLarge(response.statusCode, latency());
    if (decoded.state === "broken")
      return { kind: "undecodable", status: response.statusCode, message: decoded.message, latency_ms: latency() };
    // Invalid UTF-8 becomes U+FFFD instead of an exception.
    const text = new TextDecoder().decode(decoded.bytes);
    return { kind: "response", status: response.statusCode, headers, text, latency_ms: latency() };
  } catch (error) {
    if (ending === "interrupted") return { kind: ending, latency_ms: latency() };
    if (ending === "timed_out") return { kind: ending, limitSeconds: request.timeoutSeconds, latency_ms: latency() };
    return { kind: "connection_failed", message: describe(error), latency_ms: latency() };
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener("abort", interrupt);
  }
}

/** undici takes any iterable; its types name streams only. Made anew for every attempt: one that was begun can't be sent again. */
function bodyFor(body: RequestBody): string | Readable {
  return typeof body === "string" ? body : (slicesOf(body) as unknown as Readable);
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

/** We never ask for compression, but some proxies compress whatever passes. */
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

/** undici wraps the cause, and a dual-stack connection failure is an AggregateError without a message. */
function describe(error: unknown): string {
  const { message, code, cause, errors } = error as Error & { code?: string; errors?: Error[] };
  const inner = errors?.[0] ?? cause;
  if (!message && inner) return describe(inner);
  return code && !message.includes(code) ? `${message} (${code})` : message || String(error);
}
