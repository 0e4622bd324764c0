import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { Backpressure } from "./memory-backpressure.ts";

/** Transfers contents by their SHA-256, each only once however many jobs need it. */
export interface ContentStore {
  /** Sends a content unless this process did recently; returns its SHA-256. */
  put(content: string | Buffer): Promise<string>;
  /** Null if it is missing, expired, longer than `mostBytes`, or does not match its hash. */
  get(sha256: string, mostBytes?: number): Promise<Buffer | null>;
  drop(sha256: string): Promise<void>;
  /** Forgets what was sent, as Redis may have lost it. */
  forget(): void;
  onForget(listener: () => void): void;
}

/** Small enough that a single command does not block Redis. */
const CHUNK_BYTES = 512 * 1024;

/** Upper bound that fits into memory; payloads have no limit of their own. */
const LARGEST_CONTENT = 2 * 1024 ** 3;

/** Longer than a job waits in its bounded window. Later uses send it again. */
const LIFETIME_MS = 30 * 60_000;
const SENT_AGAIN_AFTER_MS = 10 * 60_000;

export function openContents(client: Redis, backpressure: Backpressure, now: () => number = Date.now): ContentStore {
  const listeners: (() => void)[] = [];
  const sent = new Map<string, { at: number; sending: Promise<void> }>();

  async function send(sha256: string, bytes: Buffer): Promise<void> {
    const chunks = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
    for (let number = 0; number < chunks; number += 1) {
      const chunk = bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
      // The count is written with the last chunk, so it exists only once all chunks do.
      const fields =
        number === chunks - 1 ? [String(number), chunk, "chunks", String(chunks)] : [String(number), chunk];
      await backpressure.write(() =>
        client
          .pipeline()
          .hset(keyOf(sha256), ...fields)
          .pexpire(keyOf(sha256), LIFETIME_MS),
      );
    }
  }

  return {
    async put(content) {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      const sha256 = hashOf(bytes);
      const known = sent.get(sha256);
      if (known && now() - known.at < SENT_AGAIN_AFTER_MS) {
        await known.sending;
        return sha256;
      }
      const sending = send(sha256, bytes);
      sent.set(sha256, { at: now(), sending });
      try {
        await sending;
      } catch (error) {
        sent.delete(sha256);
        throw error;
      }
      return sha256;
    },
    async get(sha256, mostBytes = LARGEST_CONTENT) {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for (let number = 0, count = 1; number < count; number += 1) {
        const found = await readChunk(client, sha256, number);
        if (found === null) return null;
        chunks.push(found.chunk);
        bytes += found.chunk.length;
        count = found.count;
        if (bytes > mostBytes || (found.chunk.length < CHUNK_BYTES && number < count - 1)) return null;
      }
      const content = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      return hashOf(content) === sha256 ? content : null;
    },
    async drop(sha256) {
      sent.delete(sha256);
      await client.unlink(keyOf(sha256));
    },
    forget() {
      sent.clear();
      for (const listener of listeners) listener();
    },
    onForget: (listener) => void listeners.push(listener),
  };
}

/** Returns null for another type of value or too large a chunk, without transferring it. */
async function readChunk(
  client: Redis,
  sha256: string,
  number: number,
): Promise<{ chunk: Buffer; count: number } | null> {
  try {
    const words = [1, keyOf(sha256), String(number), String(CHUNK_BYTES)] as const;
    const [count, chunk] = (await client.callBuffer("EVAL", READ_CHUNK, ...words)) as (Buffer | null)[];
    return count && chunk && /^[1-9]\d{0,9}$/.test(count.toString())
      ? { chunk, count: Number(count.toString()) }
      : null;
  } catch (error) {
    if ((error as Error).message.includes("WRONGTYPE")) return null;
    throw error;
  }
}

/** KEYS: content. ARGV: chunk number, maximum bytes */
const READ_CHUNK = `
if redis.call('HSTRLEN', KEYS[1], ARGV[1]) > tonumber(ARGV[2]) then return { false, false } end
if redis.call('HSTRLEN', KEYS[1], 'chunks') > 20 then return { false, false } end
return redis.call('HMGET', KEYS[1], 'chunks', ARGV[1])`;

function keyOf(sha256: string): string {
  return `assay:content:${sha256}`;
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
