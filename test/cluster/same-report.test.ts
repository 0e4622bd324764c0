import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { filesForReading, startWorker, type TestWorker, withoutClock } from "../support/cluster.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { temporaryFolder } from "../support/temporary.ts";

const EXAMPLES = [
  ["quickstart", "quickstart", "offline", "offline_judge"],
  ["checks", "checks", "offline", "checks_only"],
  ["media", "media", "offline", "offline_judge"],
  ["simulated-user", "support", "offline", "offline_judge"],
  ["tools", "tools", "offline", "offline_judge"],
  ["workspace", "workspace", "offline", "checks_only"],
  ["prompt-study", "prompt_study", "offline", "offline_panel"],
] as const;

describe.skipIf(lacks("redis"))("with workers", () => {
  let redis: TestRedis;
  let workers: TestWorker[];
  beforeAll(async () => {
    redis = await startRedis();
    workers = await Promise.all([1, 2].map(() => startWorker(redis.url, { concurrency: 2 })));
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await redis.close();
  });

  test.each(EXAMPLES)("the example %s gives the same report and the same files as on one machine", async (...names) => {
    const [example, suite, runProfile, evaluationProfile] = names;
    const campaign = ["--suite", suite, "--run-profile", runProfile, "--evaluation-profile", evaluationProfile];
    const words = ["run-eval", ...campaign, "--no-chart", "--quiet"];
    // Of two trials that share a verdict, the first to be judged pays for it; stored, both have it.
    const stored = ["report", ...campaign, "--output", "json"];
    const [here, there] = [copyOf(example), copyOf(example)];
    const remote = await assay([...words, "--workers", redis.url], { cwd: there });
    const local = await assay(words, { cwd: here });
    expect(remote.stderr).toBe(local.stderr);
    expect(remote.code).toBe(local.code);
    const [reportThere, reportHere] = [await assay(stored, { cwd: there }), await assay(stored, { cwd: here })];
    expect(withoutClock(reportThere.stdout)).toBe(withoutClock(reportHere.stdout));
    expect(filesForReading(there)).toEqual(filesForReading(here));
  });
});

function copyOf(example: string): string {
  const root = temporaryFolder();
  cpSync(join(projectRoot, "examples", example, "configs"), join(root, "configs"), { recursive: true });
  return root;
}
