import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "../../../test/support/bundle.ts";
import { lacks } from "../../../test/support/needs.ts";
import { type TestRedis, testRedis } from "../../../test/support/redis.ts";
import { type ScriptedServer, scriptedProvider } from "../../../test/support/scripted-provider.ts";
import type { SharedLaneSettings } from "./shared-lane.ts";

const LEASES = { leaseMs: 600, ticketMs: 400, pollMs: 100 };

describe.skipIf(lacks("redis"))("several processes that ask the same model over HTTP", () => {
  let program: string;
  beforeAll(async () => {
    program = await bundle("test/support/asking-worker.ts", { inProject: true });
  });

  interface Asking {
    redis: TestRedis;
    provider: ScriptedServer;
    requests: number;
    settings: Partial<SharedLaneSettings>;
  }

  let started = 0;
  /** Starts a worker that wants ten requests in flight. */
  function start({ redis, provider, requests, settings }: Asking): { child: ChildProcess; answered: Promise<number> } {
    const words = {
      redis: redis.url,
      base_url: provider.baseUrl,
      worker: `w${++started}`,
      requests,
      atOnce: 10,
      settings,
    };
    const child = spawn(process.execPath, [program, JSON.stringify(words)], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stdout!.on("data", (bytes) => (said += bytes));
    return { child, answered: once(child, "close").then(() => Number(said)) };
  }

  test("never have more in flight than the limit, also when some of them are killed, and the others go on", async () => {
    const redis = await testRedis();
    const provider = await scriptedProvider(() => ({ content: "yes", delayMs: 10 }));
    const asking = { redis, provider, settings: { ...LEASES, start: 6, most: 6 } };
    const staying = [1, 2].map(() => start({ ...asking, requests: 150 }));
    for (const served of [40, 90, 140]) {
      const victim = start({ ...asking, requests: 1e6 });
      while (provider.requests.length < served) await pause(5);
      while (!provider.requests.some(({ body }) => body.messages[0].content === `w${started}`)) await pause(5);
      victim.child.kill("SIGKILL");
      await victim.answered;
    }
    expect(await Promise.all(staying.map(({ answered }) => answered))).toEqual([150, 150]);
    expect(provider.mostInFlight()).toBe(6);
  });

  test("learn together how many a provider admits, and few are refused", async () => {
    const redis = await testRedis();
    let inService = 0;
    let refused = 0;
    const provider = await scriptedProvider(async () => {
      if (inService >= 5) {
        refused++;
        return { status: 429 };
      }
      inService++;
      await pause(10);
      inService--;
      return "yes";
    });
    const workers = [1, 2, 3].map(() => start({ redis, provider, requests: 100, settings: LEASES }));
    expect(await Promise.all(workers.map(({ answered }) => answered))).toEqual([100, 100, 100]);
    expect(refused).toBeLessThan(150);
  });

  test("all leave a server alone that asked one of them to wait", async () => {
    const redis = await testRedis();
    const provider = await scriptedProvider((_, index) =>
      index === 40 ? { status: 429, headers: { "retry-after": "3600" } } : { content: "yes", delayMs: 10 },
    );
    const workers = [1, 2, 3].map(() =>
      start({ redis, provider, requests: 60, settings: { ...LEASES, start: 4, most: 4 } }),
    );
    for (let seen = -1; seen < 41 || seen < provider.requests.length; await pause(1_000))
      seen = provider.requests.length;
    // Three others were in flight.
    expect(provider.requests.length).toBeLessThanOrEqual(41 + 3);
    for (const { child } of workers) child.kill("SIGKILL");
  });

  test("all go on after the moment that it named", async () => {
    const redis = await testRedis();
    const provider = await scriptedProvider((_, index) =>
      index === 40 ? { status: 429, headers: { "retry-after": "1" } } : { content: "yes", delayMs: 10 },
    );
    const workers = [1, 2, 3].map(() =>
      start({ redis, provider, requests: 60, settings: { ...LEASES, start: 4, most: 4 } }),
    );
    expect(await Promise.all(workers.map(({ answered }) => answered))).toEqual([60, 60, 60]);
    expect(provider.requests.length).toBe(181);
  });
});
