import { cpSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { testWorker } from "../support/cluster.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { workersOnce } from "../support/workers-once.ts";

const PASSWORD = "correct-horse-battery";
const CAMPAIGN = ["--suite", "quickstart", "--run-profile", "offline"];

describe.skipIf(lacks("redis"))("assay workers", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis({ password: PASSWORD });
  });
  afterAll(() => redis.close());

  test("shows a worker with its machine, and nobody any more once it has been stopped", async () => {
    const worker = await testWorker(redis.url, { concurrency: 3 });
    const [seen] = await workersOnce(redis.url, ([one]) => one?.capabilities.sandbox !== undefined);
    const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
    expect(seen).toMatchObject({
      host: hostname(),
      pid: worker.child.pid,
      version,
      concurrency: 3,
      jobs: [],
      declines: [],
    });
    const { stdout } = await assay(["workers"], { env: { ASSAY_REDIS_URL: redis.url } });
    expect(stdout).toContain(`1 worker at redis://127.0.0.1:${redis.port}/0, 0 of 3 places busy`);
    expect(await worker.interrupt()).toBe(0);
    expect(await assay(["workers", "--redis", redis.url])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("no worker at"),
    });
  });

  test.skipIf(process.platform !== "linux")("a password is neither said nor in the list of processes", async () => {
    const worker = await testWorker(redis.url);
    await workersOnce(redis.url, (workers) => workers.length === 1);
    const line = readFileSync(`/proc/${worker.child.pid}/cmdline`, "utf8");
    expect(line).toContain("assay worker");
    const listed = await assay(["workers", "--redis", redis.url]);
    const refused = await assay(["workers", "--redis", redis.url.replace(PASSWORD, `${PASSWORD}-wrong`)]);
    const unreachable = await assay(["workers", "--redis", `redis://:${PASSWORD}@127.0.0.1:1`]);
    expect([refused.code, unreachable.code]).toEqual([2, 2]);
    await worker.interrupt();
    const everything = [line, worker.said(), JSON.stringify([listed, refused, unreachable])].join("\n");
    expect(everything).not.toContain(PASSWORD);
  });

  test("says in one sentence why Redis can't be used, and ends with 2", async () => {
    const said = async (words: string[], env = {}) => {
      const { code, stdout, stderr } = await assay(["workers", ...words], { env });
      expect([code, stdout]).toEqual([2, ""]);
      return stderr;
    };
    expect(await said([])).toContain("ASSAY_REDIS_URL");
    expect(await said(["--redis", "http://h"])).toContain("has to begin with redis://");
    expect(await said([], { ASSAY_REDIS_URL: `redis://127.0.0.1:${redis.port}` })).toContain("wants a password");
    expect(await said(["--redis", "redis://h", "--redis-insecure"])).toContain("rediss://");
  });

  test("the progress of a campaign says how many workers there are", async () => {
    const workers = await Promise.all([1, 2].map(() => testWorker(redis.url)));
    await workersOnce(redis.url, (present) => present.length === 2);
    const cwd = temporaryFolder();
    cpSync(join(projectRoot, "examples/quickstart/configs"), join(cwd, "configs"), { recursive: true });
    const { stderr } = await assay(["run", ...CAMPAIGN, "--workers", redis.url], { cwd });
    expect(stderr).toMatch(/^2 workers, \d+ in flight$/m);
    await Promise.all(workers.map((worker) => worker.interrupt()));
  });
});
