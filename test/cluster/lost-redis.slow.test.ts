import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { testWorker } from "../support/cluster.ts";
import { clusterWorkspace, coordinatorEnv, RUN, workerEnv } from "../support/cluster-workspace.ts";
import { lacks } from "../support/needs.ts";
import { startRedis, type TestRedis, testRedis } from "../support/redis.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";

describe.skipIf(lacks("redis"))("a Redis that fails", () => {
  const totals = (stdout: string) => JSON.parse(stdout).totals.statuses;

  test.each([
    ["with what it had persisted", false],
    ["with nothing", true],
  ])("comes back %s, and the campaign goes on", async (_, forget) => {
    const redis = await testRedis({ persistent: true });
    let killed: Promise<void> | null = null;
    const provider = await scriptedProvider(async (_, index) => {
      if (index === 5) killed = redis.kill().then(() => redis.start({ forget }));
      await killed;
      return "An answer.";
    });
    const worker = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const root = clusterWorkspace({ cases: 12 });
    const { code, stdout, stderr } = await assay([...RUN, "--workers", redis.url], {
      cwd: root,
      env: coordinatorEnv(provider),
    });
    expect([code, totals(stdout)]).toEqual([0, expect.objectContaining({ success: 12 })]);
    expect(stderr).toContain("is back.");
    // At most what was in flight is asked again.
    expect(provider.requests.length).toBeLessThanOrEqual(12 + 2);
    expect(worker.said()).toContain("is back.");
  });

  test("that is out of memory is waited for, and nothing wrong is stored", async () => {
    const redis = await testRedis();
    const provider = await scriptedProvider(async (_, index) => {
      if (index === 2) await redis.cli("CONFIG", "SET", "maxmemory", "1");
      return "An answer.";
    });
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const root = clusterWorkspace({ cases: 8 });
    const { code, stdout, stderr } = await assay([...RUN, "--workers", redis.url, "--window", "2"], {
      cwd: root,
      env: coordinatorEnv(provider),
      onStart: (child) =>
        child.stderr!.on("data", (said: Buffer) => {
          if (said.includes("out of memory")) void redis.cli("CONFIG", "SET", "maxmemory", "0");
        }),
    });
    expect(stderr).toContain("Redis is out of memory");
    expect([code, totals(stdout)]).toEqual([0, expect.objectContaining({ success: 8 })]);
    expect(provider.requests.length).toBeLessThanOrEqual(8 + 1);
  });
});

describe.skipIf(lacks("redis"))("coordinators", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis.close();
  });

  test("one that was killed goes on where it was: what was in flight is collected, not asked again", async () => {
    let kill = () => {};
    const provider = await scriptedProvider((_, index) => {
      if (index === 4) kill();
      return { content: "An answer.", delayMs: index === 4 ? 500 : 0 };
    });
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const root = clusterWorkspace({ cases: 12 });
    const words = [...RUN, "--workers", redis.url];
    const env = coordinatorEnv(provider);
    const first = await assay(words, {
      cwd: root,
      env,
      onStart: (child) => {
        kill = () => child.kill("SIGKILL");
      },
    });
    expect(first.signal).toBe("SIGKILL");
    const { code, stdout } = await assay(words, { cwd: root, env });
    expect([code, JSON.parse(stdout).totals.statuses]).toEqual([0, expect.objectContaining({ success: 12 })]);
    expect(provider.requests).toHaveLength(12);
  });

  test("two on one campaign share every job", async () => {
    const provider = await scriptedProvider(() => ({ content: "An answer.", delayMs: 20 }));
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const roots = [clusterWorkspace({ cases: 30 }), clusterWorkspace({ cases: 30 })];
    const words = [...RUN, "--workers", redis.url, "--window", "4"];
    const both = await Promise.all(
      roots.map((cwd) => assay(words, { cwd, env: coordinatorEnv(provider), ownProcess: true })),
    );
    for (const { code, stdout } of both)
      expect([code, JSON.parse(stdout).totals.statuses]).toEqual([0, expect.objectContaining({ success: 30 })]);
    expect(provider.requests.length).toBeLessThanOrEqual(31);
  });

  test("--force runs again what was collected a moment ago", async () => {
    const provider = await scriptedProvider(["An answer."]);
    await testWorker(redis.url, { env: workerEnv(provider) });
    const root = clusterWorkspace({ cases: 3 });
    const words = [...RUN, "--workers", redis.url];
    await assay(words, { cwd: root, env: coordinatorEnv(provider) });
    await assay([...words, "--force"], { cwd: root, env: coordinatorEnv(provider) });
    expect(provider.requests).toHaveLength(6);
  });

  test("what a provider refused is asked again by the next command", async () => {
    const provider = await scriptedProvider((_, index) =>
      index < 2 ? { status: 400, body: { error: { message: "no" } } } : "An answer.",
    );
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const root = clusterWorkspace({ cases: 2 });
    const words = [...RUN, "--workers", redis.url];
    await assay(words, { cwd: root, env: coordinatorEnv(provider) });
    const { stdout } = await assay(words, { cwd: root, env: coordinatorEnv(provider) });
    expect(JSON.parse(stdout).totals.statuses).toMatchObject({ success: 2 });
  });

  test("Ctrl-C takes back what no worker has begun, stores what was in flight and ends with 130", async () => {
    let interrupt = () => {};
    const provider = await scriptedProvider((_, index) => {
      if (index === 1) interrupt();
      return { content: "An answer.", delayMs: index === 1 ? 1000 : 0 };
    });
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const root = clusterWorkspace({ cases: 10 });
    const words = [...RUN, "--workers", redis.url];
    const env = coordinatorEnv(provider);
    const first = await assay(words, {
      cwd: root,
      env,
      onStart: (child) => {
        interrupt = () => child.kill("SIGINT");
      },
    });
    expect(first.code).toBe(130);
    expect(JSON.parse(first.stdout).totals.statuses).toMatchObject({ success: 2 });
    expect(provider.requests).toHaveLength(2);
    expect(await redis.cli("LLEN", "assay:jobs:wait")).toBe("0");
    await assay(words, { cwd: root, env });
    expect(provider.requests).toHaveLength(10);
  });

  test("fail_fast stops before what no worker has begun", async () => {
    const provider = await scriptedProvider([{ status: 400, body: { error: { message: "no" } } }]);
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const root = clusterWorkspace({ cases: 20, profile: ", fail_fast: true" });
    const { code } = await assay([...RUN, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    expect(code).toBe(1);
    expect(provider.requests.length).toBeLessThanOrEqual(4);
  });

  test("a cost limit holds although every worker has a part of it", async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20, cost: 0.1 };
    const provider = await scriptedProvider(() => ({ content: "An answer.", usage }));
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const root = clusterWorkspace({ cases: 20 });
    const words = [...RUN, "--workers", redis.url, "--max-cost-usd", "0.55"];
    const { code } = await assay(words, { cwd: root, env: coordinatorEnv(provider) });
    expect(code).toBe(1);
    expect(provider.requests).toHaveLength(5);
  });
});
