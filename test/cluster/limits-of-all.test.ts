import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { startWorker, type TestWorker } from "../support/cluster.ts";
import { clusterWorkspace, coordinatorEnv, RUN, RUN_EVAL, workerEnv } from "../support/cluster-workspace.ts";
import { lacks } from "../support/needs.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { type ScriptedServer, startScriptedServer } from "../support/scripted-server.ts";

/** A question's number decides what becomes of it; every answer costs a cent. */
const PRICE = { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost: 0.01 } };

/** On a busy machine a worker may be silent for seconds, and then its jobs are done twice and charged twice: fewer fit than are expected here. */
const PATIENT = ["--lost-after", "60"];

describe.skipIf(lacks("redis"))("two workers keep together what was set for a campaign", () => {
  let redis: TestRedis;
  let provider: ScriptedServer;
  let workers: TestWorker[];
  beforeAll(async () => {
    redis = await startRedis();
    provider = await startScriptedServer(({ body }) => {
      const asked = JSON.stringify(body.messages);
      if (body.model === "acme/broken" && /Question 5\b/.test(asked)) return { status: 400, body: { error: "no" } };
      if (body.model === "acme/forbidden") return { status: 403, body: { error: "no" } };
      return { content: "Hello", delayMs: 20, ...PRICE };
    });
    const env = workerEnv(provider);
    workers = await Promise.all([1, 2].map(() => startWorker(redis.url, { concurrency: 4, env, words: PATIENT })));
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await redis.close();
    await provider.close();
  });

  /** The words, with workers and with a window that does not hold all trials. */
  async function run(words: string[], cwd: string) {
    const before = provider.requests.length;
    const elsewhere = ["--workers", redis.url, "--window", "4"];
    const result = await assay([...words, ...elsewhere], { cwd, env: coordinatorEnv(provider) });
    return { ...result, requests: provider.requests.length - before };
  }

  test("a limit on costs is not crossed, and says where it stopped", async () => {
    const cwd = clusterWorkspace({ cases: 40, model: "acme/one" });
    const { code, stdout, stderr, requests } = await run([...RUN, "--max-cost-usd", "0.1"], cwd);
    expect(code).toBe(1);
    expect(stderr).toContain("the next call might cross the limit of $0.1");
    expect(requests).toBeGreaterThan(3);
    expect(requests).toBeLessThanOrEqual(10);
    expect(JSON.parse(stdout).kind).toBeDefined();
  });

  test("what was spent through workers counts when the command is repeated", async () => {
    const cwd = clusterWorkspace({ cases: 40, model: "acme/again" });
    const first = await run([...RUN, "--max-cost-usd", "0.05"], cwd);
    const second = await run([...RUN, "--max-cost-usd", "0.1"], cwd);
    expect(first.requests).toBeLessThanOrEqual(5);
    expect(first.requests + second.requests).toBeLessThanOrEqual(10);
  });

  test("a limit on judging holds for judge calls that workers make", async () => {
    const cwd = clusterWorkspace({ cases: 20, model: "offline/diligent", judge: "acme/judge" });
    const { code, requests } = await run([...RUN_EVAL, "--max-judging-cost-usd", "0.04"], cwd);
    expect(code).toBe(1);
    expect(requests).toBeGreaterThan(0);
    // An answer that is no verdict is asked for again, at most twice, and each time is counted.
    expect(requests).toBeLessThanOrEqual(4);
  });

  test("fail_fast posts nothing more after the first failure", async () => {
    const cwd = clusterWorkspace({ cases: 60, model: "acme/broken", profile: ", fail_fast: true" });
    const { code, stderr, requests } = await run(RUN, cwd);
    expect(code).toBe(1);
    expect(stderr).toContain("fail_fast");
    // Four were in flight with it; some may have been done before it was known.
    expect(requests).toBeLessThan(30);
  });

  test("a key that is refused stops the campaign", async () => {
    const cwd = clusterWorkspace({ cases: 60, model: "acme/forbidden", profile: ", stop_on_runner_error: true" });
    const { code, stderr, requests } = await run(RUN, cwd);
    expect(code).toBe(1);
    expect(stderr).toContain("stop_on_runner_error");
    expect(requests).toBeLessThan(30);
  });

  test("without any of these, everything is run, and never more at a time than the window", async () => {
    provider.forgetMostInFlight();
    const cwd = clusterWorkspace({ cases: 30, model: "acme/free" });
    const { code, requests } = await run(RUN, cwd);
    expect([code, requests]).toEqual([0, 30]);
    expect(provider.mostInFlight()).toBeLessThanOrEqual(4);
  });
});
