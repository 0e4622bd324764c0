import type { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../../../test/support/needs.ts";
import { startRedis, type TestRedis } from "../../../test/support/redis.ts";
import { connectRedis, type RedisConnection } from "../connection/connect-redis.ts";
import { readRedisAddress } from "../connection/redis-address.ts";
import { announceWorker, type PresenceOptions } from "./announce-worker.ts";
import { presentWorkers } from "./present-workers.ts";
import { ABOUT_KEY, SEEN_KEY, type WorkerFacts } from "./worker-facts.ts";

describe.skipIf(lacks("redis"))("who is there", () => {
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
  beforeEach(async () => void (await client.flushall()));

  const facts = (changes: Partial<WorkerFacts> = {}): WorkerFacts => ({
    worker_id: "w1",
    host: "big-box",
    pid: 1,
    version: "0.6.0",
    concurrency: 4,
    capabilities: { sandbox: "bubblewrap" },
    ...changes,
  });
  const announce = (changes: Partial<WorkerFacts> = {}, options: PresenceOptions = {}) => {
    const presence = announceWorker(client, facts(changes), { everyMs: 10, ...options });
    onTestFinished(() => presence.leave());
    return presence;
  };
  const until = async <T>(look: () => Promise<T>, holds: (found: T) => boolean): Promise<T> => {
    for (;;) {
      const found = await look();
      if (holds(found)) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  test("a worker is seen with what it does and for how long, whatever its clock says", async () => {
    let clock = 1e15;
    const presence = announce({}, { now: () => clock });
    presence.started("j1", "gpt4o_mini/refund #2");
    presence.started("j2", "judge call 3fa9");
    presence.ended("j2");
    clock += 2_500;
    const [worker] = await until(
      () => presentWorkers(client),
      ([seen]) => seen?.seconds === 2.5,
    );
    expect(worker).toEqual({
      ...facts(),
      seconds: 2.5,
      jobs: [{ id: "j1", what: "gpt4o_mini/refund #2", seconds: 2.5 }],
      declines: [],
      is_leaving: false,
    });
  });

  test("the last five declines are kept, the newest first, and a long reason loses its middle", async () => {
    const presence = announce();
    for (let at = 1; at <= 7; at++)
      presence.declined(`trial ${at}`, at === 7 ? "no podman ".repeat(1000) : "no podman");
    const [worker] = await until(
      () => presentWorkers(client),
      ([seen]) => (seen?.declines.length ?? 0) > 0,
    );
    expect(worker!.declines.map(({ what }) => what)).toEqual(["trial 7", "trial 6", "trial 5", "trial 4", "trial 3"]);
    expect(worker!.declines[0]!.why.length).toBeLessThan(400);
  });

  test("workers are listed by host and process", async () => {
    announce({ worker_id: "a", host: "small-box", pid: 3 });
    announce({ worker_id: "b", pid: 20 });
    announce({ worker_id: "c", pid: 3 });
    const workers = await until(
      () => presentWorkers(client),
      (seen) => seen.length === 3,
    );
    expect(workers.map(({ worker_id }) => worker_id)).toEqual(["c", "b", "a"]);
  });

  test("what a machine offers is told once somebody has looked", async () => {
    const presence = announce({ capabilities: {} });
    presence.offers({ sandbox: null, engines: ["podman 5.4"], images: ["agent:1"] });
    const [worker] = await until(
      () => presentWorkers(client),
      ([seen]) => seen?.capabilities.engines !== undefined,
    );
    expect(worker!.capabilities).toEqual({ sandbox: null, engines: ["podman 5.4"], images: ["agent:1"] });
  });

  test("one that leaves is gone at once, and one that is about to leave says so", async () => {
    const presence = announce();
    presence.leaving();
    await until(
      () => presentWorkers(client),
      ([seen]) => seen?.is_leaving === true,
    );
    await presence.leave();
    expect(await presentWorkers(client)).toEqual([]);
  });

  test("one that dies without a word is gone when its signs of life stop, and nothing of it stays in Redis", async () => {
    announce({}, { everyMs: 1e6, goneAfterMs: 30 });
    await until(
      () => client.zcard(SEEN_KEY),
      (count) => count === 1,
    );
    await until(
      () => presentWorkers(client),
      (seen) => seen.length === 0,
    );
    expect([await client.zcard(SEEN_KEY), await client.hlen(ABOUT_KEY)]).toEqual([0, 0]);
  });

  test.each(["", "no JSON", "[]", '{"worker_id":"x"}', '{"worker_id":1,"host":"h","pid":"1"}'])(
    "what is no worker's sign of life is not shown: %s",
    async (text) => {
      await client.zadd(SEEN_KEY, "9e15", "forged");
      await client.hset(ABOUT_KEY, "forged", text);
      expect(await presentWorkers(client)).toEqual([]);
    },
  );

  test("half-understood jobs of another version are left out", async () => {
    const jobs = [{ id: "j1", what: "a", seconds: 1 }, { id: "j2" }, "j3"];
    await client.zadd(SEEN_KEY, "9e15", "w");
    await client.hset(ABOUT_KEY, "w", JSON.stringify({ ...facts(), seconds: 1, jobs, declines: 7 }));
    expect(await presentWorkers(client)).toMatchObject([{ jobs: [{ id: "j1" }], declines: [], is_leaving: false }]);
  });

  test("what says more of itself than there is to say, or numbers that are none, is not shown", async () => {
    const about = (changes: object) => JSON.stringify({ ...facts(), seconds: 1, jobs: [], declines: [], ...changes });
    for (const [at, text] of [
      about({ host: "h".repeat(2000) }),
      about({ pid: -1 }),
      about({ capabilities: { images: [{}] } }),
      about({ concurrency: "X" }).replace('"X"', "1e999"),
      about({ more: "x".repeat(2_000_000) }),
      `${"[".repeat(100_000)}`,
      "{",
    ].entries()) {
      await client.zadd(SEEN_KEY, "9e15", `w${at}`);
      await client.hset(ABOUT_KEY, `w${at}`, text);
    }
    await client.zadd(SEEN_KEY, "9e15", "fine");
    await client.hset(ABOUT_KEY, "fine", about({ more: "of a later version", capabilities: { later: true } }));
    expect(await presentWorkers(client)).toMatchObject([{ capabilities: {}, jobs: [] }]);
  });

  test("a worker is there again after Redis forgot everything", async () => {
    announce();
    await redis.kill();
    await redis.start({ forget: true });
    await until(
      () => presentWorkers(client),
      (seen) => seen.length === 1,
    );
  });
});
