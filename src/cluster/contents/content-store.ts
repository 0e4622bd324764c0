import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { RoomKeeper } from "./room.ts";

/** Bytes that travel by their SHA-256: each content once, however many jobs need it. */
export interface ContentStore {
  /** Sends a content unless this process has sent it lately; its SHA-256. */
  put(content: string | Buffer): Promise<string>;
  /** Null when it has expired, was lost, or is not what its name says. */
  get(sha256: string): Promise<Buffer | null>;
  drop(sha256: string): Promise<void>;
  /** Redis may have lost everything: what is asked for again is sent again. */
  forget(): void;
  onForget(listener: () => void): void;
}

/** Small enough that no single command keeps Redis from answering others. */
const CHUNK_BYTES = 512 * 1024;

/** Longer than a job waits in its bounded window; who needs it later sends it again. */
const LIFETIME_MS = 30 * 60_000;
const SENT_AGAIN_AFTER_MS = 10 * 60_000;

export function openContents(client: Redis, room: RoomKeeper, now: () => number = Date.now): ContentStore {
  const listeners: (() => void)[] = [];
  const sent = new Map<string, { at: number; sending: Promise<void> }>();

  async function send(sha256: string, bytes: Buffer): Promise<void> {
    const chunks = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
    for (let number = 0; number < chunks; number += 1) {
      const chunk = bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
      // The count comes with the last chunk: whoever finds it finds all of them.
      const fields =
        number === chunks - 1 ? [String(number), chunk, "chunks", String(chunks)] : [String(number), chunk];
      await room.write(() =>
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
    async get(sha256) {
      const [count, first] = await client.hmgetBuffer(keyOf(sha256), "chunks", "0");
      if (!count || !first) return null;
      const chunks = [first];
      for (let number = 1; number < Number(count.toString()); number += 1) {
        const chunk = await client.hgetBuffer(keyOf(sha256), String(number));
        if (!chunk) return null;
        chunks.push(chunk);
      }
      const bytes = chunks.length === 1 ? first : Buffer.concat(chunks);
      return hashOf(bytes) === sha256 ? bytes : null;
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

function keyOf(sha256: string): string {
  return `assay:content:${sha256}`;
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
