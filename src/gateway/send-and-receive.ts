import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { timerMilliseconds } from "../text/index.ts";
import type { BareConnections } from "./connections.ts";
import { type RequestBody, slicesOf } from "./request-body.ts";

export interface ExchangeRequest {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: RequestBody;
  timeoutSeconds: number;
  signal?: AbortSignal;
}

/** The response to a request as bytes, or the reason for its absence. */
export type Received =
  | { kind: "response"; status: number; headers: ReceivedHeaders; bytes: Buffer }
  | { kind: "timed_out" }
  | { kind: "interrupted" }
  | { kind: "too_large"; status: number }
  | { kind: "failed"; error: unknown };

type ReceivedHeaders = Record<string, string | string[] | undefined>;

/** Far above any honest answer, and well within the process's memory. */
export const LARGEST_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Sends a request and collects its response directly from the connection: a stream, an iterator and an abort signal per request
 * would cost more than everything else. Ends immediately on a timeout or abort, in any state of the connection.
 */
export function sendAndReceive(connections: BareConnections, request: ExchangeRequest): Promise<Received> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let headers: ReceivedHeaders = {};
    let connection: Dispatcher.DispatchController | null = null;
    let isOver = false;

    const end = (received: Received) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", interrupt);
      resolve(received);
    };
    const giveUp = (received: Received) => {
      end(received);
      connection?.abort(new Error(received.kind));
    };
    const interrupt = () => giveUp({ kind: "interrupted" });
    const timer = setTimeout(() => giveUp({ kind: "timed_out" }), timerMilliseconds(request.timeoutSeconds));
    request.signal?.addEventListener("abort", interrupt, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        connection = controller;
        if (isOver) controller.abort(new Error("it is no longer needed"));
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode;
        headers = received;
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        if (size > LARGEST_BODY_BYTES) giveUp({ kind: "too_large", status });
        else chunks.push(chunk);
      },
      onResponseEnd: () => end({ kind: "response", status, headers, bytes: joinChunks(chunks) }),
      onResponseError: (_controller, error) => end({ kind: "failed", error }),
    };
    try {
      const { origin, path, headers: sent, body } = request;
      // Our own timer covers everything from the connection to the last byte.
      const limits = { headersTimeout: 0, bodyTimeout: 0 };
      connections.dispatch({ method: "POST", origin, path, headers: sent, body: bodyFor(body), ...limits }, handler);
    } catch (error) {
      end({ kind: "failed", error });
    }
  });
}

/** Avoids a copy: most answers come in one piece. */
function joinChunks(chunks: Buffer[]): Buffer {
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** undici takes any iterable, but its types name streams only. Created per attempt, because a started one cannot be resent. */
function bodyFor(body: RequestBody): string | Readable {
  return typeof body === "string" ? body : (slicesOf(body) as unknown as Readable);
}
