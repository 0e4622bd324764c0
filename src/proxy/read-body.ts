import type { IncomingMessage } from "node:http";
import { isRecord } from "../text/index.ts";

export type ReadBody =
  | { ok: true; body: Record<string, unknown>; bytes: Buffer }
  | { ok: false; status: 400 | 413 | 415; problem: string };

/**
 * A request's JSON, within its limit; `onBytes` is told what was read of it. What goes on is written anew from what was read: a body that two readers understand differently
 * (one key twice) cannot say one thing here and another to the provider.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  onBytes: (count: number) => void,
): Promise<ReadBody> {
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") return { ok: false, status: 415, problem: `requests in ${encoding} are not read` };
  const tooLarge = { ok: false, status: 413, problem: `the request is larger than ${limit} bytes` } as const;
  if (Number(request.headers["content-length"] ?? 0) > limit) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    onBytes(chunk.length);
    if (size > limit) return tooLarge;
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (isRecord(body)) return { ok: true, body, bytes: Buffer.from(JSON.stringify(body)) };
    return { ok: false, status: 400, problem: "the request is no JSON object" };
  } catch {
    return { ok: false, status: 400, problem: "the request is no JSON" };
  }
}
