import { createHash } from "node:crypto";
import type { Redis } from "ioredis";

/** Runs a script by its hash, and sends its text only when Redis does not know it. */
export async function runRedisScript(
  client: Redis,
  script: string,
  keys: readonly string[],
  words: readonly (string | number)[],
): Promise<unknown> {
  const hash = hashes.get(script) ?? createHash("sha1").update(script).digest("hex");
  hashes.set(script, hash);
  try {
    return await client.evalsha(hash, keys.length, ...keys, ...words);
  } catch (error) {
    if (!(error as Error).message.startsWith("NOSCRIPT")) throw error;
    return await client.eval(script, keys.length, ...keys, ...words);
  }
}

const hashes = new Map<string, string>();
