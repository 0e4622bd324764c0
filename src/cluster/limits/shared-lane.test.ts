import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { describeLane } from "../../../test/support/lane-contract.ts";
import { lacks } from "../../../test/support/needs.ts";
import { startRedis, type TestRedis } from "../../../test/support/redis.ts";
import type { RequestLoad } from "../../gateway/index.ts";
import { connectRedis, type RedisConnection } from "../connection/connect-redis.ts";
import { readRedisAddress } from "../connection/redis-address.ts";
import { openGlobalLimits } from "./open-global-limits.ts";
import type { SharedLaneSettings } from "./shared-lane.ts";

describe.skipIf(lacks("redis"))("limits that hold for all workers", () => {
  let redis: TestRedis;
  let watcher: Redis;
  beforeAll(async () => {
    redis = await startRedis();
    watcher = (await connect()).client;
  });
  afterAll(async () => {
    watcher.disconnect();
    await redis.close();
  });
  beforeEach(async () => void (await watcher.flushall()));

  async function connect(): Promise<RedisConnection> {
    const read = readRedisAddress({ url: redis.url });
    const connected = read.ok ? await connectRedis(read.address) : read;
    if (!connected.ok) throw new Error(connected.problem);
    return connected.connection;
  }

  let workers = 0;
  async function worker(settings: Partial<SharedLaneSettings> = {}) {
    const connection = await connect();
    const limits = await openGlobalLimits(connection, { worker: `w${++workers}`, settings });
    onTestFinished(async () => {
      await limits.close();
      await connection.close();
    });
    return { lane: limits.lanes("https://api.example/v1", "some/model"), limits, connection };
  }

  describeLane("many processes", async (sizes) => (await worker(sizes)).lane);

  test("two workers together never have more in flight than the limit", async () => {
    const { lane: one } = await worker({ start: 4, most: 4 });
    const { lane: other } = await worker({ start: 4, most: 4 });
    const provider = counting();
    const requests = Array.from({ length: 40 }, (_, at) => (at % 2 ? one : other).run(provider.serve, success));
    await Promise.all(requests);
    expect([provider.served(), provider.most()]).toEqual([40, 4]);
  });

  test("another model and another endpoint have lanes of their own", async () => {
    const { limits } = await worker({ start: 1, most: 1 });
    const provider = counting();
    const lanes = [
      limits.lanes("https://a/v1", "m"),
      limits.lanes("https://a/v1", "n"),
      limits.lanes("https://b/v1", "m"),
    ];
    await Promise.all(lanes.map((lane) => lane.run(() => provider.serve(50), success)));
    expect(provider.most()).toBe(3);
  });

  test("a refusal that one worker saw halves the limit of all, and a moment that one was told is kept by all", async () => {
    const { lane: one } = await worker({ start: 8, most: 8 });
    const { lane: other } = await worker({ start: 8, most: 8 });
    const toldAt = performance.now();
    await one.run(
      async () => {},
      () => ({ load: "crowded", comeBackAfterMs: 200 }),
    );
    const provider = counting();
    const startedAt: number[] = [];
    const ask = () =>
      other.run(async () => {
        startedAt.push(performance.now());
        await provider.serve(20);
      }, neutral);
    await Promise.all(Array.from({ length: 12 }, ask));
    expect(provider.most()).toBe(4);
    expect(Math.min(...startedAt)).toBeGreaterThan(toldAt + 195);
  });

  test("a worker with a hundred requests does not keep one with a single request waiting", async () => {
    const { lane: greedy } = await worker({ start: 2, most: 2 });
    const { lane: modest } = await worker({ start: 2, most: 2 });
    const order: string[] = [];
    const ask = (lane: typeof greedy, who: string) =>
      lane.run(async () => {
        order.push(who);
        await pause(5);
      }, neutral);
    const many = Array.from({ length: 100 }, () => ask(greedy, "greedy"));
    await pause(20);
    const before = order.length;
    await ask(modest, "modest");
    const served = order.indexOf("modest") - before;
    await Promise.all(many);
    // Two are in flight when it arrives, and one more may already have been granted.
    expect(served).toBeLessThanOrEqual(6);
  });

  test("several workers get about the same while all of them wait", async () => {
    const lanes = await Promise.all([1, 2, 3, 4].map(async () => (await worker({ start: 4, most: 4 })).lane));
    const served = [0, 0, 0, 0];
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    const all = lanes.flatMap((lane, at) =>
      // Four times as many requests from one as from another.
      Array.from({ length: 400 * (at + 1) }, () =>
        lane.run(
          async () => {
            served[at]!++;
            await pause(2);
          },
          neutral,
          stop.signal,
        ),
      ),
    );
    while (served.reduce((sum, count) => sum + count) < 400) await pause(5);
    stop.abort();
    await Promise.all(all);
    expect(Math.min(...served)).toBeGreaterThan(50);
  });

  test("the places of a worker that died lapse, and so does its turn", async () => {
    const settings = { start: 1, most: 1, leaseMs: 300, ticketMs: 200, pollMs: 50 };
    const dying = await worker(settings);
    let never = () => {};
    const inFlight = dying.lane.run(() => new Promise<void>((resolve) => (never = resolve)), neutral);
    const inLine = dying.lane.run(async () => "not yet", neutral);
    await until(async () => (await held()) === 1);
    // Acts like kill -9: no message and no renewal.
    dying.connection.client.disconnect();
    const { lane } = await worker(settings);
    expect(await lane.run(async () => "sent", neutral)).toBe("sent");
    never();
    await dying.limits.close();
    await Promise.all([inFlight, Promise.race([inLine, pause(10)])]);
  });

  test("the places of a worker that lives are renewed for as long as its requests take", async () => {
    // Leases are renewed at a third, so a busy machine may delay the process by two thirds of a second.
    const settings = { start: 1, most: 1, leaseMs: 1000, ticketMs: 1000, pollMs: 10 };
    const { lane: slow } = await worker(settings);
    const { lane: other } = await worker(settings);
    const provider = counting();
    await Promise.all([slow.run(() => provider.serve(2200), neutral), other.run(() => provider.serve(2200), neutral)]);
    expect([provider.served(), provider.most()]).toEqual([2, 1]);
  });

  test("nothing of a lane stays in Redis but what was learnt, and that not for ever", async () => {
    const { lane } = await worker();
    await lane.run(async () => {}, success);
    await until(async () => (await held()) === 0);
    const keys = await watcher.keys("assay:limits:*");
    expect(keys).toEqual([expect.stringMatching(/:state$/)]);
    expect(await watcher.pttl(keys[0]!)).toBeGreaterThan(0);
  });

  test("a request that is given up leaves the line, so that nobody waits behind it", async () => {
    const settings = { start: 1, most: 1, ticketMs: 60_000, pollMs: 60_000 };
    const { lane: holder } = await worker(settings);
    let release = () => {};
    const first = holder.run(() => new Promise<void>((resolve) => (release = resolve)), neutral);
    await until(async () => (await held()) === 1);
    const { lane: hasty } = await worker(settings);
    const interrupt = new AbortController();
    const given = hasty.run(async () => "sent", neutral, interrupt.signal);
    await until(async () => (await size("line")) === 1);
    const { lane: patient } = await worker(settings);
    const waits = patient.run(async () => "sent", neutral);
    await until(async () => (await size("line")) === 2);
    interrupt.abort();
    expect(await given).toBeNull();
    await until(async () => (await size("line")) === 1);
    release();
    expect(await waits).toBe("sent");
    await first;
  });

  test("what is in flight is registered again after Redis lost its memory, and the limit is what it was", async () => {
    const settings = { start: 8, most: 8, leaseMs: 5_000, ticketMs: 300, pollMs: 50, recoverMs: 2_500 };
    const { lane: one } = await worker(settings);
    const { lane: other } = await worker(settings);
    await one.run(
      async () => {},
      () => ({ load: "crowded", comeBackAfterMs: null }),
    );
    await one.run(
      async () => {},
      () => ({ load: "crowded", comeBackAfterMs: null }),
    );
    await other.run(async () => {}, neutral);
    const provider = counting();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const begun = [1, 2].map(() => one.run(() => provider.serve(0, released), neutral));
    await until(async () => provider.most() === 2);
    await redis.kill();
    await redis.start({ forget: true });
    const later = Array.from({ length: 6 }, () => other.run(() => provider.serve(5), neutral));
    await until(async () => (await held()) === 2);
    await pause(100);
    release();
    await Promise.all([...begun, ...later]);
    expect([provider.served(), provider.most()]).toEqual([8, 2]);
  });

  test("the limit also holds while Redis is out of memory, and everything is sent in the end", async () => {
    const { lane } = await worker({ start: 2, most: 2, pollMs: 30 });
    await watcher.config("SET", "maxmemory", "1");
    const provider = counting();
    const all = Array.from({ length: 10 }, () => lane.run(provider.serve, success));
    await pause(100);
    await watcher.config("SET", "maxmemory", "0");
    await Promise.all(all);
    expect([provider.served(), provider.most()]).toEqual([10, 2]);
  });

  const held = () => size("held");
  async function size(set: string): Promise<number> {
    const [key] = await watcher.keys(`assay:limits:*:${set}`);
    return key === undefined ? 0 : await watcher.zcard(key);
  }
});

const neutral = (): RequestLoad => ({ load: "neutral", comeBackAfterMs: null });
const success = (): RequestLoad => ({ load: "success", comeBackAfterMs: null });

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(5);
}

function counting() {
  let [inFlight, most, served] = [0, 0, 0];
  return {
    async serve(milliseconds = 5, until: Promise<unknown> = Promise.resolve()) {
      most = Math.max(most, ++inFlight);
      await pause(milliseconds);
      await until;
      inFlight--;
      served++;
    },
    most: () => most,
    served: () => served,
  };
}
