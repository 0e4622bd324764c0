import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { startWorker, type TestWorker, withoutClock } from "../support/cluster.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { temporaryFolder } from "../support/temporary.ts";

describe.skipIf(lacks("redis"))("judges that workers ask", () => {
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

  async function bothWays(example: string, words: string[]): Promise<[string, string]> {
    const roots = [1, 2].map(() => {
      const root = temporaryFolder();
      cpSync(join(projectRoot, "examples", example), root, { recursive: true });
      return root;
    });
    const [here, there] = roots as [string, string];
    const local = await assay(words, { cwd: here });
    const remote = await assay([...words, "--workers", redis.url], { cwd: there });
    expect([remote.code, remote.stderr]).toEqual([local.code, local.stderr]);
    expect(withoutClock(remote.stdout)).toBe(withoutClock(local.stdout));
    return [here, there];
  }

  test("score samples by a rubric as on one machine", async () => {
    const words = [
      "rubric",
      "judge",
      "--samples",
      "samples.jsonl",
      "--rubric",
      "rubric.yaml",
      "--model",
      "offline/judge",
    ];
    const [here, there] = await bothWays("rubric/en", [...words, "--name", "n", "--quiet"]);
    const table = (root: string) => readFileSync(join(root, "outputs/rubric/n/summary.md"), "utf8");
    expect(table(there)).toBe(table(here));
  });

  test("judge a batch as on one machine", async () => {
    const words = ["batch", "judge", "--spec", "spec.yaml", "--items", "experiment-1.jsonl", "--name", "n", "--quiet"];
    const [here, there] = await bothWays("batch", [...words, "--output", "json"]);
    const summary = (root: string) => readFileSync(join(root, "outputs/batch/n/summary.md"), "utf8");
    expect(summary(there)).toBe(summary(here));
  });

  test("are not waited for where nobody is asked", async () => {
    const root = temporaryFolder();
    cpSync(join(projectRoot, "examples", "batch"), root, { recursive: true });
    const words = ["batch", "judge", "--spec", "spec.yaml", "--items", "experiment-1.jsonl", "--dry-run"];
    expect(await assay([...words, "--workers", "redis://127.0.0.1:1"], { cwd: root })).toMatchObject({ code: 0 });
  });

  test("a Redis that is not there is said before anything is done", async () => {
    const root = temporaryFolder();
    cpSync(join(projectRoot, "examples", "batch"), root, { recursive: true });
    const words = ["batch", "judge", "--spec", "spec.yaml", "--items", "experiment-1.jsonl"];
    const { code, stderr } = await assay([...words, "--workers", "redis://127.0.0.1:1"], { cwd: root });
    expect([code, stderr]).toEqual([2, expect.stringContaining("nothing listens there")]);
  });

  test.each([
    [["--window", "3"], "--window only works with --workers"],
    [["--redis-insecure"], "--redis-insecure only works with --workers"],
    [["--workers", "http://x"], "has to begin with redis://"],
    [["--workers", "redis://127.0.0.1:1", "--window", "0"], "Expected a whole number from 1 to 10000"],
    [["--workers", "redis://127.0.0.1:1", "--record-tools"], "tools are recorded on one machine"],
  ])("%j is refused", async (words, said) => {
    const root = temporaryFolder();
    cpSync(join(projectRoot, "examples", "quickstart"), root, { recursive: true });
    const run = ["run", "--suite", "quickstart", "--run-profile", "offline"];
    const { code, stderr } = await assay([...run, ...words], { cwd: root });
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});
