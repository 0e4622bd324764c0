import { spawn } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { assay } from "../support/assay.ts";
import { writeCertificates } from "../support/certificates.ts";
import { testWorker } from "../support/cluster.ts";
import { clusterWorkspace, RUN_EVAL } from "../support/cluster-workspace.ts";
import { lacks } from "../support/needs.ts";
import { blocksOf } from "../support/page-blocks.ts";
import { projectRoot } from "../support/project-root.ts";
import { testRedis } from "../support/redis.ts";
import { temporaryFolder } from "../support/temporary.ts";

const EXAMPLE = join(projectRoot, "examples/cluster");
const PASSWORD = "correct/horse#battery";

describe.skipIf(lacks("redis"))("a Redis with TLS and a password", () => {
  test("started as the example says, takes a campaign and its workers, and nobody without the authority", async () => {
    const cwd = temporaryFolder();
    cpSync(EXAMPLE, cwd, { recursive: true });
    const { authority } = await writeCertificates(cwd);
    // A port that was free a moment ago.
    const probe = await testRedis();
    await probe.close();
    const [block] = blocksOf(readFileSync(join(EXAMPLE, "README.md"), "utf8")).filter(
      ({ language }) => language === "sh",
    );
    const typed = block!.code.replace("--tls-port 6380", `--tls-port ${probe.port}`);
    expect(typed).not.toBe(block!.code);
    const server = spawn("sh", ["-c", `exec ${typed}`], {
      cwd,
      env: { PATH: process.env.PATH, REDIS_PASSWORD: PASSWORD },
    });
    onTestFinished(() => void server.kill("SIGKILL"));
    const url = `rediss://:${encodeURIComponent(PASSWORD)}@localhost:${probe.port}`;
    const trusting = ["--redis-ca", authority];
    while ((await assay(["workers", "--redis", url, ...trusting])).code !== 0) await pause(50);

    const strange = await assay(["workers", "--redis", url]);
    expect([strange.code, strange.stderr]).toEqual([2, expect.stringContaining("--redis-ca")]);
    const unencrypted = await assay(["workers", "--redis", url.replace("rediss:", "redis:")]);
    expect([unencrypted.code, unencrypted.stderr]).toEqual([2, expect.stringContaining("rediss://")]);
    const wrong = await assay(["workers", "--redis", url.replace("horse", "cow"), ...trusting]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("password")]);

    const worker = await testWorker(url, { words: trusting });
    const root = clusterWorkspace({ cases: 5, model: "offline/diligent" });
    const ran = await assay([...RUN_EVAL, "--workers", url, ...trusting, "--output", "json"], { cwd: root });
    expect([ran.code, JSON.parse(ran.stdout).totals]).toEqual([0, expect.objectContaining({ trials: 5, scored: 5 })]);
    expect(await worker.interrupt()).toBe(0);
    // A judge that is a program is asked where the campaign is.
    expect(worker.said()).toMatch(/\d+ jobs done\./);
    expect([ran.stderr, worker.said()].join("\n")).not.toContain("horse");
  });
});
