import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { testWorker } from "../support/cluster.ts";
import { clusterWorkspace, coordinatorEnv, RUN, workerEnv } from "../support/cluster-workspace.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

describe.skipIf(lacks("redis"))("workers that are not as they should be", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis.close();
  });

  /** The provider, and a promise that it has been asked. */
  async function slowAtFirst(delayMs: number) {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const provider = await scriptedProvider((_, index) => {
      isAsked();
      return { content: "An answer.", delayMs: index === 0 ? delayMs : 0 };
    });
    return { provider, asked };
  }

  test("one with another version of Assay declines and says so", async () => {
    const worker = await testWorker(redis.url, { builtCli: buildOfVersion("9.9.9") });
    const root = clusterWorkspace({ cases: 1, model: "offline/diligent" });
    const { code, stdout, stderr } = await assay([...RUN, "--workers", redis.url], { cwd: root });
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain("it has Assay 9.9.9, but the plan was made by ");
    expect(worker.said()).toContain("declined: one/case_0001 #1: it has Assay 9.9.9");
    await testWorker(redis.url);
    expect(await assay([...RUN, "--workers", redis.url], { cwd: root })).toMatchObject({ code: 0 });
  });

  test("the job of one that hangs is done by another, and what it says later changes nothing", async () => {
    const { provider, asked } = await slowAtFirst(1000);
    const hanging = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const root = clusterWorkspace({ cases: 2 });
    const run = assay([...RUN, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    await asked;
    hanging.child.kill("SIGSTOP");
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const { code, stdout } = await run;
    expect([code, JSON.parse(stdout).totals.statuses]).toEqual([0, expect.objectContaining({ success: 2 })]);
    expect(provider.requests).toHaveLength(3);
    hanging.child.kill("SIGCONT");
    expect(await hanging.interrupt()).toBe(0);
    const again = await assay([...RUN, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    expect(JSON.parse(again.stdout).totals).toMatchObject({ trials: 2, reused: 2 });
    expect(provider.requests).toHaveLength(3);
  });

  test("a job that ended many workers is given up, whoever lost them and whenever", async () => {
    const { provider, asked } = await slowAtFirst(60_000);
    const victim = await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const root = clusterWorkspace({ cases: 1 });
    const run = assay([...RUN, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    await asked;
    const [job] = (await redis.cli("--scan", "--pattern", "assay:jobs:trial-*")).split("\n").filter(isJob);
    // As if it had ended five workers before, for other coordinators.
    await redis.cli("HSET", job!, "stc", "5");
    await victim.kill();
    await testWorker(redis.url, { env: workerEnv(provider), concurrency: 1 });
    const { code, stdout } = await run;
    expect(code).toBe(1);
    expect(JSON.parse(stdout).totals.statuses).toMatchObject({ provider_error: 1 });
    expect(stdout).toContain("stalled more than allowable limit");
    expect(provider.requests).toHaveLength(1);
    // The next command tries it afresh.
    const again = await assay([...RUN, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    expect(JSON.parse(again.stdout).totals.statuses).toMatchObject({ success: 1 });
  });

  test("what a job needs and Redis has lost is sent again", async () => {
    const root = clusterWorkspace({ cases: 3, model: "offline/diligent" });
    const run = assay([...RUN, "--workers", redis.url], { cwd: root, ownProcess: true });
    // No worker takes the jobs yet; their contents disappear.
    const waiting = async () => Number(await redis.cli("LLEN", "assay:jobs:wait"));
    while ((await waiting()) < 3) await new Promise((resolve) => setTimeout(resolve, 50));
    const contents = (await redis.cli("--scan", "--pattern", "assay:content:*")).split("\n");
    await redis.cli("DEL", ...contents);
    await testWorker(redis.url);
    const { code, stdout, stderr } = await run;
    expect([code, JSON.parse(stdout).totals.statuses]).toEqual([0, expect.objectContaining({ success: 3 })]);
    expect(stderr).not.toContain("password");
  });

  test("when there is none, the campaign says so and waits for one", async () => {
    const root = clusterWorkspace({ cases: 1, model: "offline/diligent" });
    let isSaid = () => {};
    const said = new Promise<void>((resolve) => {
      isSaid = resolve;
    });
    const run = assay([...RUN, "--workers", redis.url], {
      cwd: root,
      onStart: (child) =>
        child.stderr!.on("data", (bytes: Buffer) => {
          if (bytes.includes("There is no worker at redis://127.0.0.1")) isSaid();
        }),
    });
    await said;
    await testWorker(redis.url);
    expect(await run).toMatchObject({ code: 0, stderr: expect.stringContaining("assay worker --redis redis://") });
  });
});

function isJob(key: string): boolean {
  return /^assay:jobs:trial-[0-9a-f]{64}$/.test(key);
}

/** Our build, but for its number. */
function buildOfVersion(version: string): string {
  const folder = temporaryFolder();
  const manifest = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  mkdirSync(join(folder, "other"));
  cpSync(join(projectRoot, "dist"), join(folder, "other/dist"), { recursive: true });
  writeFileSync(join(folder, "other/package.json"), JSON.stringify({ ...manifest, version }));
  for (const name of ["node_modules", "prompts", "templates"])
    symlinkSync(join(projectRoot, name), join(folder, "other", name));
  return join(folder, "other/dist/cli.js");
}
