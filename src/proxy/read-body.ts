import type { IncomingMessage } from "node:http";
import { DEEPEST_JSON, isRecord, openJsonScan, scanJson } from "../text/index.ts";

type Refused = { ok: false; status: 400 | 413 | 415 | 429; problem: string };

const LONGEST_WORD = 40;
/** Each piece of a body costs work, however small it is. Beyond this number, pieces must have this average size. */
const PIECES = { from: 2_000, bytes: 256 };

/**
 * Receives a request's body within its limits, which are checked before parsing: thirty megabytes of `{},` would take many
 * seconds.
 *
 * @param take called with the bytes read; returns false when there is no room for more
 */
export async function receiveBody(
  request: IncomingMessage,
  most: { bytes: number; values: number },
  take: (bytes: number) => boolean,
): Promise<{ ok: true; bytes: Buffer } | Refused> {
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity")
    return { ok: false, status: 415, problem: `requests in ${encoding.slice(0, LONGEST_WORD)} are not read` };
  const tooLarge = { ok: false, status: 413, problem: `the request is larger than ${most.bytes} bytes` } as const;
  if (Number(request.headers["content-length"] ?? 0) > most.bytes) return tooLarge;
  const chunks: Buffer[] = [];
  const scan = openJsonScan();
  let size = 0;
  let values = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (!take(chunk.length)) return { ok: false, status: 429, problem: "too much is being sent at once" };
    if (size > most.bytes) return tooLarge;
    scanJson(scan, chunk);
    values += scan.values;
    if (values > most.values)
      return { ok: false, status: 413, problem: `the request holds more than ${most.values} values` };
    if (scan.deepest > DEEPEST_JSON)
      return { ok: false, status: 400, problem: `the request is nested more than ${DEEPEST_JSON} levels deep` };
    chunks.push(chunk);
    if (chunks.length >= PIECES.from && size < chunks.length * PIECES.bytes)
      return { ok: false, status: 413, problem: `the request comes in more than ${PIECES.from} tiny pieces` };
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}

/**
 * Parses the JSON object in a body. Forwards a fresh serialization, because ambiguous JSON (a duplicate key) could mean one
 * thing here and another to the provider.
 */
export function parseBody(bytes: Buffer): { ok: true; body: Record<string, unknown>; bytes: Buffer } | Refused {
  try {
    const body: unknown = JSON.parse(bytes.toString("utf8"));
    if (isRecord(body)) return { ok: true, body, bytes: Buffer.from(JSON.stringify(body)) };
    return { ok: false, status: 400, problem: "the request is not a JSON object" };
  } catch {
    return { ok: false, status: 400, problem: "the request is not JSON" };
  }
}
