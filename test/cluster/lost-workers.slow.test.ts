import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { testWorker } from "../support/cluster.ts";
import { clusterWorkspace, coordinatorEnv, RUN, workerEnv } from "../support/cluster-workspace.ts";
import { lacks } from "../support/needs.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";

describe.skipIf(lacks("redis"))("workers that fail", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis.close();
  });

  const totals = (stdout: string) => JSON.parse(stdout).totals.statuses;

  test("the jobs of a worker that was killed are done by another one", async () => {
    let release = () => {};
    const everybodyAsks = new Promise<void>((resolve) => {
      release = resolve;
    });
    const provider = await scriptedProvider((_, index) => {
      if (index === 1) release();
      return index < 2 ? { content: "late", delayMs: 60_000 } : "An answer.";
    });
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const root = clusterWorkspace({ cases: 4 });
    const run = assay([...RUN, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    await everybodyAsks;
    await first.kill();
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 2 });
    const { code, stdout } = await run;
    expect([code, totals(stdout)]).toEqual([0, expect.objectContaining({ success: 4 })]);
    // Two were in flight when it was killed, and are asked again.
    expect(provider.requests).toHaveLength(6);
  });

  test("a worker without the key leaves the job to one that has it", async () => {
    const provider = await scriptedProvider(["An answer."]);
    const poor = await testWorker(redis.url, { env: coordinatorEnv(provider) });
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const root = clusterWorkspace({ cases: 6 });
    const { code, stdout } = await assay([...RUN, "--workers", redis.url], {
      cwd: root,
      env: coordinatorEnv(provider),
    });
    expect([code, totals(stdout)]).toEqual([0, expect.objectContaining({ success: 6 })]);
    expect(provider.requests).toHaveLength(6);
    expect(poor.said()).not.toContain("done:");
  });

  test("when nobody can do a job, the campaign ends and says who declined and why", async () => {
    const provider = await scriptedProvider(["An answer."]);
    const poor = await testWorker(redis.url, { env: coordinatorEnv(provider) });
    const elsewhere = await testWorker(redis.url, { env: { OPENROUTER_API_KEY: "key-of-another-worker-01" } });
    const root = clusterWorkspace({ cases: 3 });
    const ran = await assay([...RUN, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    expect(ran.code).toBe(1);
    const said = `${ran.stdout}${ran.stderr}`;
    expect(said).toContain("no worker can run one/case_000");
    expect(said).toContain(`process ${poor.child.pid}`);
    expect(said).toContain("OPENROUTER_API_KEY is not set");
    expect(said).toContain(`process ${elsewhere.child.pid}`);
    expect(said).toContain("would be asked at https://openrouter.ai/api/v1 here");
    expect(provider.requests).toHaveLength(0);
    // Nothing wrong is stored: with a worker that can, everything is run.
    await testWorker(redis.url, { env: workerEnv(provider) });
    const again = await assay([...RUN, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    expect(totals(again.stdout)).toMatchObject({ success: 3 });
  });

  test("a judge that no worker can ask is said to be so, and the trial stays unjudged", async () => {
    const provider = await scriptedProvider(["An answer."]);
    await testWorker(redis.url);
    const root = clusterWorkspace({ cases: 2, model: "offline/diligent", judge: "acme/judge" });
    const words = ["run-eval", "--suite", "s", "--run-profile", "r", "--evaluation-profile", "e", "--no-chart"];
    const { code, stdout } = await assay([...words, "--workers", redis.url], { cwd: root });
    expect(code).toBe(1);
    expect(stdout).toContain("No worker can ask acme/judge");
    expect(provider.requests).toHaveLength(0);
  });

  test("Ctrl-C at a worker ends what it does and takes nothing new", async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const provider = await scriptedProvider((_, index) => {
      isAsked();
      return { content: "An answer.", delayMs: index === 0 ? 1500 : 0 };
    });
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const root = clusterWorkspace({ cases: 3 });
    const run = assay([...RUN, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    await asked;
    expect(await first.interrupt()).toBe(0);
    expect(first.said()).toContain("1 job done.");
    expect(provider.requests).toHaveLength(1);
    await testWorker(redis.url, { env: workerEnv(provider) });
    expect(totals((await run).stdout)).toMatchObject({ success: 3 });
    expect(provider.requests).toHaveLength(3);
  });

  test("a worker that is told to stop at once leaves its job to others", async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const provider = await scriptedProvider((_, index) => {
      isAsked();
      return { content: "An answer.", delayMs: index === 0 ? 60_000 : 0 };
    });
    const first = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1, words: ["--grace", "0"] });
    const root = clusterWorkspace({ cases: 1 });
    const run = assay([...RUN, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    await asked;
    expect(await first.interrupt()).toBe(130);
    await testWorker(redis.url, { env: workerEnv(provider) });
    expect(totals((await run).stdout)).toMatchObject({ success: 1 });
    expect(provider.requests).toHaveLength(2);
  });
});
