import type { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../../../test/support/needs.ts";
import { startRedis, type TestRedis } from "../../../test/support/redis.ts";
import { connectRedis, type RedisConnection } from "../connection/connect-redis.ts";
import { readRedisAddress } from "../connection/redis-address.ts";
import type { PresentWorker } from "../presence/worker-facts.ts";
import { openDeclineWatch } from "./decline-watch.ts";

const worker = (worker_id: string, changes: Partial<PresentWorker> = {}): PresentWorker => ({
  ...{ worker_id, host: "box", pid: worker_id.length, version: "1", concurrency: 1, capabilities: {}, seconds: 1 },
  ...{ jobs: [], declines: [{ what: "a job", why: "no key", seconds: 1 }], is_leaving: false },
  ...changes,
});

describe.skipIf(lacks("redis"))("a job is hopeless", () => {
  let redis: TestRedis;
  let connection: RedisConnection;
  let client: Redis;
  beforeAll(async () => {
    redis = await startRedis();
    const read = readRedisAddress({ url: redis.url });
    const connected = read.ok ? await connectRedis(read.address) : read;
    if (!connected.ok) throw new Error(connected.problem);
    connection = connected.connection;
    client = connection.client;
  });
  afterAll(async () => {
    await connection.close();
    await redis.close();
  });

  async function hopelessAfter(ms: number, workers: PresentWorker[], declined: Record<string, string>) {
    await client.del("assay:declined:job");
    if (Object.keys(declined).length > 0) await client.hset("assay:declined:job", declined);
    let now = 0;
    const watch = openDeclineWatch(client, () => now);
    await watch.findHopeless(["job"], workers);
    now = ms;
    return await watch.findHopeless(["job"], workers);
  }

  test("when everybody who is there has declined it for a while; who and why is said", async () => {
    const workers = [worker("a"), worker("bb"), worker("ccc")];
    expect(await hopelessAfter(5000, workers, { a: "no key", bb: "no engine", ccc: "no key" })).toEqual([
      { id: "job", why: "box (process 1), box (process 3): no key; box (process 2): no engine" },
    ]);
  });

  test.each<[string, number, PresentWorker[], Record<string, string>]>([
    ["while it was declined a moment ago", 100, [worker("a")], { a: "no key" }],
    ["while somebody has not said a word", 5000, [worker("a"), worker("b")], { a: "no key" }],
    ["while nobody is there", 5000, [], { a: "no key" }],
    ["because somebody who has gone declined it", 5000, [worker("b")], { a: "no key" }],
  ])("but not %s", async (_, ms, workers, declined) => {
    expect(await hopelessAfter(ms, workers, declined)).toEqual([]);
  });

  test("although somebody who is leaving never declined it", async () => {
    const workers = [worker("a"), worker("b", { is_leaving: true })];
    expect(await hopelessAfter(5000, workers, { a: "no key" })).toHaveLength(1);
  });
});
