import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { testWorker } from "../support/cluster.ts";
import { clusterWorkspace, coordinatorEnv, RUN, RUN_EVAL, workerEnv } from "../support/cluster-workspace.ts";
import { lacks } from "../support/needs.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";

/** Every request costs a cent, including one whose answer is no longer awaited. */
const CENT = { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost: 0.01 } };

describe.skipIf(lacks("redis"))("a limit on costs when workers are lost", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());

  /** A provider that keeps these requests waiting, and a promise that all of them have come. */
  async function hangingAt(...numbers: number[]) {
    let missing = numbers.length;
    let isHanging = () => {};
    const hanging = new Promise<void>((resolve) => {
      isHanging = resolve;
    });
    const provider = await scriptedProvider((_, index) => {
      if (!numbers.includes(index)) return { content: "An answer.", ...CENT };
      missing -= 1;
      if (missing === 0) isHanging();
      return { content: "late", delayMs: 60_000, ...CENT };
    });
    return { provider, hanging };
  }

  const paid = ({ requests }: { requests: unknown[] }) => requests.length * 0.01;

  test("nothing is paid beyond it when a worker is killed with requests in flight", async () => {
    const { provider, hanging } = await hangingAt(1);
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const cwd = clusterWorkspace({ cases: 20, model: "acme/killed" });
    const words = [...RUN, "--workers", redis.url, "--max-cost-usd", "0.05"];
    const run = assay(words, { cwd, env: coordinatorEnv(provider) });
    await hanging;
    await first.kill();
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const { code, stdout, stderr } = await run;
    expect(code).toBe(1);
    expect(stderr).toContain("the next call might cross the limit of $0.05");
    expect(paid(provider)).toBeLessThanOrEqual(0.05);
    // The one that was lost is charged at what it was expected to cost, so two more fit beside it. A tight limit sends one at a time.
    expect(JSON.parse(stdout).totals.statuses).toMatchObject({ success: 3 });
    expect(JSON.parse(stdout).spending).toMatchObject({ spent_usd: 0.0425, reserved_usd: 0.0125 });
    // Charges persist for the next command, too.
    await assay(words, { cwd, env: coordinatorEnv(provider) });
    expect(paid(provider)).toBeLessThanOrEqual(0.05);
  });

  test("the very first request, whose price nobody knows, is charged when there is one", async () => {
    const { provider, hanging } = await hangingAt(0);
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const cwd = clusterWorkspace({ cases: 20, model: "acme/first" });
    const words = [...RUN, "--workers", redis.url, "--max-cost-usd", "0.05"];
    const run = assay(words, { cwd, env: coordinatorEnv(provider) });
    await hanging;
    await first.kill();
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const { stdout } = await run;
    expect(paid(provider)).toBeLessThanOrEqual(0.05);
    expect(JSON.parse(stdout).totals.statuses).toMatchObject({ success: provider.requests.length - 1 });
  });

  test("nothing is paid beyond it when a worker is only slow and another one gets its job", async () => {
    const { provider, hanging } = await hangingAt(1);
    const slow = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const cwd = clusterWorkspace({ cases: 20, model: "acme/slow" });
    const words = [...RUN, "--workers", redis.url, "--max-cost-usd", "0.06"];
    const run = assay(words, { cwd, env: coordinatorEnv(provider) });
    await hanging;
    slow.child.kill("SIGSTOP");
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const { code } = await run;
    slow.child.kill("SIGCONT");
    await slow.kill();
    expect(code).toBe(1);
    expect(provider.requests.length).toBeGreaterThan(2);
    expect(paid(provider)).toBeLessThanOrEqual(0.06);
  });

  test("a slow worker that wakes up sends nothing more for a job that another one has", async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const provider = await scriptedProvider((_, index) => {
      if (index > 0) return { content: "An answer.", delayMs: 3000, ...CENT };
      isAsked();
      return { status: 500, body: { error: "try again" }, delayMs: 500 };
    });
    const slow = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const cwd = clusterWorkspace({ cases: 1, model: "acme/wakes", retries: 3 });
    const run = assay([...RUN, "--workers", redis.url], { cwd, env: coordinatorEnv(provider) });
    await asked;
    slow.child.kill("SIGSTOP");
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    while (provider.requests.length < 2) await pause(50);
    // It finds a refused request and would repeat it.
    slow.child.kill("SIGCONT");
    expect(await run).toMatchObject({ code: 0 });
    await slow.interrupt();
    expect(provider.requests).toHaveLength(2);
  });

  test("judge calls of a worker that was killed are charged as well", async () => {
    const { provider, hanging } = await hangingAt(1);
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const cwd = clusterWorkspace({ cases: 20, model: "offline/diligent", judge: "acme/judge" });
    const words = [...RUN_EVAL, "--workers", redis.url, "--max-judging-cost-usd", "0.05"];
    const run = assay(words, { cwd, env: coordinatorEnv(provider) });
    await hanging;
    await first.kill();
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const { code, stderr } = await run;
    expect(code).toBe(1);
    expect(stderr).toContain("the next call might cross the limit of $0.05");
    expect(provider.requests.length).toBeGreaterThan(2);
    expect(paid(provider)).toBeLessThanOrEqual(0.05);
  });

  test("nothing is paid beyond it when a worker and then the coordinator are killed", async () => {
    const { provider, hanging } = await hangingAt(1);
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const cwd = clusterWorkspace({ cases: 20, model: "acme/both" });
    const words = [...RUN, "--workers", redis.url, "--max-cost-usd", "0.06"];
    let coordinator: ChildProcess | null = null;
    const run = assay(words, {
      cwd,
      env: coordinatorEnv(provider),
      onStart: (child) => {
        coordinator = child;
      },
    });
    await hanging;
    await first.kill();
    coordinator!.kill("SIGKILL");
    expect((await run).signal).toBe("SIGKILL");
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const { code } = await assay(words, { cwd, env: coordinatorEnv(provider) });
    expect(code).toBe(1);
    expect(provider.requests.length).toBeGreaterThan(2);
    expect(paid(provider)).toBeLessThanOrEqual(0.06);
  });

  test("nothing is paid beyond it when Redis loses its memory with requests in flight", async () => {
    const forgetful = await startRedis();
    const { provider, hanging } = await hangingAt(1);
    const first = await testWorker(forgetful.url, { env: workerEnv(provider), concurrency: 2 });
    const cwd = clusterWorkspace({ cases: 20, model: "acme/forgotten" });
    const words = [...RUN, "--workers", forgetful.url, "--max-cost-usd", "0.06"];
    const run = assay(words, { cwd, env: coordinatorEnv(provider) });
    await hanging;
    await forgetful.kill();
    await first.kill();
    await forgetful.start({ forget: true });
    await testWorker(forgetful.url, { env: workerEnv(provider), concurrency: 2 });
    const { code } = await run;
    await forgetful.close();
    expect(code).toBe(1);
    expect(provider.requests.length).toBeGreaterThan(2);
    expect(paid(provider)).toBeLessThanOrEqual(0.06);
  });
});
