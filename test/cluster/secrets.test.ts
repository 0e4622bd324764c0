import { spawn } from "node:child_process";
import { describe, expect, onTestFinished, test } from "vitest";
import { assay } from "../support/assay.ts";
import { testWorker } from "../support/cluster.ts";
import {
  clusterWorkspace,
  coordinatorEnv,
  RUN,
  RUN_EVAL,
  WORKER_KEY,
  workerEnv,
} from "../support/cluster-workspace.ts";
import { lacks } from "../support/needs.ts";
import { type TestRedis, testRedis } from "../support/redis.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { profileText } from "../support/small-workspace.ts";
import { writeFiles } from "../support/temporary.ts";

const OTHER_SECRET = "hunter2/and+more=Secret99";

/** The ways in which a secret has been seen to leave a program: what is written, and by what it would be found. */
const ENCODINGS: Record<string, (secret: string) => { written: string; found?: string }> = {
  plain: (secret) => ({ written: secret }),
  json: (secret) => ({ written: JSON.stringify(`"${secret}"`), found: secret }),
  url: (secret) => ({ written: encodeURIComponent(secret) }),
  base64: (secret) => ({ written: Buffer.from(secret).toString("base64"), found: base64Core(secret, 0) }),
  "base64 at another offset": (secret) => ({
    written: Buffer.from(`a:${secret}`).toString("base64"),
    found: base64Core(secret, 2),
  }),
  base64url: (secret) => ({ written: Buffer.from(secret).toString("base64url") }),
  hex: (secret) => ({ written: Buffer.from(secret).toString("hex") }),
  HEX: (secret) => ({ written: Buffer.from(secret).toString("hex").toUpperCase() }),
};

/** The part of it that no neighbour changes. */
function base64Core(secret: string, offset: number): string {
  return Buffer.from(`${"a:".slice(0, offset)}${secret}`)
    .toString("base64")
    .slice(4, -4);
}

/** Everything that goes through a Redis from now on. */
function listenIn(redis: TestRedis): () => string {
  const child = spawn("redis-cli", ["-p", String(redis.port), "MONITOR"], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let heard = "";
  child.stdout.on("data", (bytes: Buffer) => {
    heard += bytes.toString("latin1");
  });
  return () => heard;
}

describe.skipIf(lacks("redis"))("secrets and Redis", () => {
  test("nothing secret of a worker goes through Redis, however the subject and the judge write it", async () => {
    const redis = await testRedis();
    const heard = listenIn(redis);
    const leaks = [WORKER_KEY, OTHER_SECRET].flatMap((secret) =>
      Object.values(ENCODINGS).map((encode) => encode(secret).written),
    );
    const provider = await scriptedProvider(() => ({ content: `I have seen ${leaks.join(" and ")}.` }));
    await testWorker(redis.url, { env: { ...workerEnv(provider), DATABASE_PASSWORD: OTHER_SECRET } });
    const root = clusterWorkspace({ cases: 2, judge: "acme/judge" });
    await assay([...RUN_EVAL, "--workers", redis.url], { cwd: root, env: coordinatorEnv(provider) });
    expect(provider.requests.length).toBeGreaterThan(2);
    expect(heard()).toContain("I have seen");
    for (const secret of [WORKER_KEY, OTHER_SECRET])
      for (const [name, encode] of Object.entries(ENCODINGS)) {
        const { written, found = written } = encode(secret);
        expect([name, heard().includes(found)]).toEqual([name, false]);
      }
  });

  test.each(["ASSAY_REDIS_URL", "REDIS_PASSWORD", "OTHER_URL"])(
    "no job gets the password of Redis, not even one that asks for %s as its key",
    async (name) => {
      const password = "pa55word-of-redis-Q7";
      const redis = await testRedis({ password });
      const provider = await scriptedProvider(["An answer."]);
      const env = { ASSAY_REDIS_URL: redis.url, REDIS_PASSWORD: password, OTHER_URL: `redis://:${password}@elsewhere` };
      const worker = await testWorker(redis.url, { env });
      const root = clusterWorkspace({ cases: 1 });
      const gateway = `gateway: { base_url: "${provider.baseUrl}", api_key_env: ${name} }\n`;
      writeFiles(root, { "configs/run_profiles/r.yaml": profileText(gateway) });
      const { code, stderr, stdout } = await assay([...RUN, "--workers", redis.url], { cwd: root });
      expect([code, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining(`${name} is not set`)]);
      expect(worker.said()).toContain(`${name} is not set`);
      expect(provider.requests).toHaveLength(0);
    },
  );

  test("a secret of the coordinator in what would be sent is refused before it is sent", async () => {
    const redis = await testRedis();
    const heard = listenIn(redis);
    const provider = await scriptedProvider(["An answer."]);
    await testWorker(redis.url, { env: workerEnv(provider) });
    const root = clusterWorkspace({ cases: 1 });
    const mine = "my-own-secret-0123456789";
    writeFiles(root, { "configs/cases/case_0001/test.yaml": TOOLS_CASE.replace("Question 1", `Use ${mine}`) });
    const env = { ...coordinatorEnv(provider), MY_API_KEY: mine };
    const ran = await assay([...RUN, "--workers", redis.url], { cwd: root, env });
    expect(`${ran.stdout}${ran.stderr}`).toContain("nothing secret may go through Redis");
    expect(`${ran.stdout}${ran.stderr}`).not.toContain(mine);
    expect(heard()).toContain("assay:coordinators");
    expect(heard()).not.toContain(mine);
    expect(provider.requests).toHaveLength(0);
  });
});

const TOOLS_CASE = `schema_version: 1
case_id: case_0001
title: T
runner: { type: llm_probe }
input:
  messages: [{ role: user, content: "Question 1" }]
`;
