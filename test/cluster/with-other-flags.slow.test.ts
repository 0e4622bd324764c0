import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { startWorker, type TestWorker, testWorker, withoutClock } from "../support/cluster.ts";
import { clusterWorkspace, coordinatorEnv, REPORT, RUN_EVAL, workerEnv } from "../support/cluster-workspace.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { commandsOf } from "../support/redis-dump.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

describe.skipIf(lacks("redis"))("with workers", () => {
  let redis: TestRedis;
  let worker: TestWorker;
  beforeAll(async () => {
    redis = await startRedis();
    worker = await startWorker(redis.url);
  });
  afterAll(async () => {
    await worker.close();
    await redis.close();
  });

  test("--shard does its part, and the merged stores give the report of one machine", async () => {
    const [whole, ...parts] = Array.from({ length: 3 }, () =>
      clusterWorkspace({ cases: 7, model: "offline/diligent", repetitions: 2 }),
    ) as [string, string, string];
    const words = [...RUN_EVAL.filter((word) => word !== "--no-chart"), "--no-files", "--quiet"];
    await assay(words, { cwd: whole });
    const done = await Promise.all(
      parts.map((cwd, at) =>
        assay([...words, "--shard", `${at + 1}/2`, "--workers", redis.url, "--output", "json"], {
          cwd,
          ownProcess: true,
        }),
      ),
    );
    for (const { code, stdout } of done) expect([code, JSON.parse(stdout).all]).toEqual([0, 14]);
    expect(done.reduce((sum, { stdout }) => sum + JSON.parse(stdout).own, 0)).toBe(14);
    await assay(["store", "merge", join(parts[1]!, "outputs")], { cwd: parts[0]! });
    const [one, many] = [await assay(REPORT, { cwd: whole }), await assay(REPORT, { cwd: parts[0]! })];
    expect(JSON.parse(many.stdout).totals).toMatchObject({ trials: 14, scored: 14 });
    expect(withoutClock(many.stdout)).toBe(withoutClock(one.stdout));
  });

  test("--only failed asks again for what failed, and for nothing else", async () => {
    let isBroken = true;
    const provider = await scriptedProvider(({ body }) =>
      isBroken && /Question [35]"/.test(JSON.stringify(body.messages))
        ? { status: 400, body: { error: "no" } }
        : "Fine.",
    );
    await testWorker(redis.url, { env: workerEnv(provider) });
    const cwd = clusterWorkspace({ cases: 6, model: "acme/some" });
    const words = [...RUN_EVAL, "--workers", redis.url];
    expect((await assay(words, { cwd, env: coordinatorEnv(provider) })).code).toBe(1);
    expect(provider.requests).toHaveLength(6);
    isBroken = false;
    const again = await assay([...words, "--only", "failed"], { cwd, env: coordinatorEnv(provider) });
    expect(again.stderr).toContain("2 of 6 stored trials failed");
    const asked = provider.requests.slice(6).map(({ body }) => body.messages.at(-1).content);
    expect(asked.sort()).toEqual(["Question 3", "Question 5"]);
  });

  test("--watch is refused, because it plans with what this machine has", async () => {
    const cwd = clusterWorkspace({ cases: 1, model: "offline/diligent" });
    const { code, stderr } = await assay([...RUN_EVAL, "--watch", "--workers", redis.url], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("leave out --workers")]);
  });
});

describe.skipIf(lacks("redis") || lacks("sandbox") || lacks("namespaces"))("a worker on another machine", () => {
  test.each([
    ["tools", "tools", "scripts of tools and servers of MCP"],
    ["media", "media", "pictures and recordings"],
    ["workspace", "workspace", "files of a case, and commands that check them"],
    ["quickstart", "quickstart", "hooks and attachments"],
  ])("does the example %s: everything it needs travels, each content once", async (example, suite) => {
    const redis = await startRedis();
    try {
      const cwd = temporaryFolder();
      cpSync(join(projectRoot, "examples", example, "configs"), join(cwd, "configs"), { recursive: true });
      await testWorker(redis.url, { without: [cwd] });
      const profile = ["tools", "media", "quickstart"].includes(example) ? "offline_judge" : "checks_only";
      const campaign = ["--suite", suite, "--run-profile", "offline", "--evaluation-profile", profile];
      const words = ["run-eval", ...campaign, "--no-chart", "--quiet"];
      const here = temporaryFolder();
      cpSync(join(projectRoot, "examples", example, "configs"), join(here, "configs"), { recursive: true });
      await redis.cli("CONFIG", "SET", "slowlog-log-slower-than", "0");
      await redis.cli("CONFIG", "SET", "slowlog-max-len", "100000");
      const [there, alone] = [
        await assay([...words, "--workers", redis.url], { cwd }),
        await assay(words, { cwd: here }),
      ];
      expect([there.code, there.stderr]).toEqual([alone.code, alone.stderr]);
      const report = ["report", ...campaign, "--output", "json"];
      const [far, near] = [await assay(report, { cwd }), await assay(report, { cwd: here })];
      expect(withoutClock(far.stdout)).toBe(withoutClock(near.stdout));
      const sent = (await commandsOf(redis.url))
        .filter(({ words: [name, key] }) => name === "hset" && key!.startsWith("assay:content:"))
        .map(({ client, words: [, key] }) => `${client} ${key}`);
      expect(sent.length).toBeGreaterThan(2);
      expect(sent.length).toBe(new Set(sent).size);
    } finally {
      await redis.close();
    }
  });
});
