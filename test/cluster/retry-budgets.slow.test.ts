import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { testWorker } from "../support/cluster.ts";
import { clusterWorkspace, coordinatorEnv, RUN, RUN_EVAL, workerEnv } from "../support/cluster-workspace.ts";
import { lacks } from "../support/needs.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";

describe.skipIf(lacks("redis"))("the retries of a request", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());

  /** A provider that is always overloaded, and a promise that so many requests have come. */
  async function overloaded(requests: number, last: object = {}) {
    let haveCome = () => {};
    const come = new Promise<void>((resolve) => {
      haveCome = resolve;
    });
    const provider = await scriptedProvider((_, index) => {
      if (index === requests - 1) haveCome();
      const refusal = { status: 503, body: { error: { message: "overloaded" } } };
      return index === requests - 1 ? { ...refusal, ...last } : refusal;
    });
    return { provider, come };
  }

  test("are not begun anew when another worker goes on after one was killed between them", async () => {
    const { provider, come } = await overloaded(2);
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const cwd = clusterWorkspace({ cases: 1, model: "acme/killed", retries: 3 });
    const run = assay([...RUN, "--workers", redis.url], { cwd, env: coordinatorEnv(provider) });
    await come;
    await first.kill();
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const { stdout } = await run;
    expect(JSON.parse(stdout).totals.statuses).toMatchObject({ provider_error: 1 });
    expect(provider.requests).toHaveLength(1 + 3);
  });

  test("are not begun anew by a coordinator that is started again, nor when its worker is killed too", async () => {
    const { provider, come } = await overloaded(2);
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const cwd = clusterWorkspace({ cases: 1, model: "acme/restarted", retries: 4 });
    let coordinator: ChildProcess | null = null;
    const words = [...RUN, "--workers", redis.url];
    const run = assay(words, {
      cwd,
      env: coordinatorEnv(provider),
      onStart: (child) => {
        coordinator = child;
      },
    });
    await come;
    coordinator!.kill("SIGKILL");
    await first.kill();
    await run;
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const { stdout } = await assay(words, { cwd, env: coordinatorEnv(provider) });
    expect(JSON.parse(stdout).totals.statuses).toMatchObject({ provider_error: 1 });
    expect(provider.requests).toHaveLength(1 + 4);
  });

  test("of a judge call are not begun anew either", async () => {
    const { provider, come } = await overloaded(2);
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const cwd = clusterWorkspace({ cases: 1, model: "offline/diligent", judge: "acme/judge", retries: 3 });
    const run = assay([...RUN_EVAL, "--workers", redis.url], { cwd, env: coordinatorEnv(provider) });
    await come;
    await first.kill();
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    expect((await run).code).toBe(1);
    expect(provider.requests).toHaveLength(1 + 3);
  });

  test("may be used up, and a worker that takes over from a lost one still asks once", async () => {
    const { provider, come } = await overloaded(1, { delayMs: 60_000 });
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const cwd = clusterWorkspace({ cases: 1, model: "acme/none", retries: 0 });
    const run = assay([...RUN, "--workers", redis.url], { cwd, env: coordinatorEnv(provider) });
    await come;
    await first.kill();
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    await run;
    expect(provider.requests).toHaveLength(2);
  });

  test("are there again for the next command once a request has failed for good", async () => {
    const { provider } = await overloaded(1);
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const cwd = clusterWorkspace({ cases: 1, model: "acme/again", retries: 1 });
    const words = [...RUN, "--workers", redis.url];
    await assay(words, { cwd, env: coordinatorEnv(provider) });
    expect(provider.requests).toHaveLength(2);
    await assay(words, { cwd, env: coordinatorEnv(provider) });
    expect(provider.requests).toHaveLength(4);
    expect(await redis.cli("--scan", "--pattern", "assay:tab:*")).toBe("");
  });
});
