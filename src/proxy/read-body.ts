import type { IncomingMessage } from "node:http";
import { isRecord } from "../text/index.ts";

export type ReadBody =
  | { ok: true; body: Record<string, unknown>; bytes: Buffer }
  | { ok: false; status: 400 | 413 | 415 | 429; problem: string };

const LONGEST_WORD = 40;

/**
 * A request's JSON, within its limit. What goes on is written anew from what was read: a body that two readers understand differently
 * (one key twice) cannot say one thing here and another to the provider.
 *
 * @param take told what was read of it; false when there is no room for more
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  take: (bytes: number) => boolean,
): Promise<ReadBody> {
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity")
    return { ok: false, status: 415, problem: `requests in ${encoding.slice(0, LONGEST_WORD)} are not read` };
  const tooLarge = { ok: false, status: 413, problem: `the request is larger than ${limit} bytes` } as const;
  if (Number(request.headers["content-length"] ?? 0) > limit) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (!take(chunk.length)) return { ok: false, status: 429, problem: "too much is being sent at once" };
    if (size > limit) return tooLarge;
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (isRecord(body)) return { ok: true, body, bytes: Buffer.from(JSON.stringify(body)) };
    return { ok: false, status: 400, problem: "the request is not a JSON object" };
  } catch {
    return { ok: false, status: 400, problem: "the request is not JSON" };
  }
}
