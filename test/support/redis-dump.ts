import { Redis } from "ioredis";

/** Everything that is in a Redis: every key of every type, with all that it holds. */
export async function dumpRedis(url: string): Promise<Map<string, string>> {
  const client = new Redis(url);
  try {
    const dump = new Map<string, string>();
    for await (const keys of client.scanStream({ count: 500 })) {
      for (const key of keys as string[]) dump.set(key, `${key}\n${await contentOf(client, key)}`);
    }
    return dump;
  } finally {
    client.disconnect();
  }
}

/** The commands that a Redis has carried out, by whom; it has to write down all of them (`slowlog-log-slower-than 0`). */
export async function commandsOf(url: string): Promise<{ client: string; words: string[] }[]> {
  const redis = new Redis(url);
  try {
    const entries = (await redis.call("SLOWLOG", "GET", "-1")) as [number, number, number, string[], string][];
    return entries.map(([, , , words, client]) => ({ client, words }));
  } finally {
    redis.disconnect();
  }
}

async function contentOf(client: Redis, key: string): Promise<string> {
  const type = await client.type(key);
  const read: Record<string, () => Promise<unknown>> = {
    none: async () => "",
    string: () => client.getBuffer(key),
    hash: () => client.callBuffer("HGETALL", key),
    list: () => client.lrangeBuffer(key, 0, -1),
    set: () => client.callBuffer("SMEMBERS", key),
    zset: () => client.callBuffer("ZRANGE", key, "0", "-1", "WITHSCORES"),
    stream: () => client.callBuffer("XRANGE", key, "-", "+"),
  };
  return textOf(await read[type]!());
}

function textOf(found: unknown): string {
  if (Buffer.isBuffer(found)) return found.toString("latin1");
  return Array.isArray(found) ? found.map(textOf).join("\n") : String(found ?? "");
}
