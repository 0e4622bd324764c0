import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assay } from "../support/assay.ts";
import { startWorker, type TestWorker, withoutClock } from "../support/cluster.ts";
import { clusterFiles, coordinatorEnv, REPORT, RUN_EVAL, workerEnv } from "../support/cluster-workspace.ts";
import { randomNumbers } from "../support/mutate.ts";
import { startRedis } from "../support/redis-server.ts";
import { startScriptedServer } from "../support/scripted-server.ts";
import { writeFiles } from "../support/temporary.ts";

export interface ClusterKills {
  seed: number;
  cases: number;
  repetitions: number;
  kills: readonly ("worker" | "coordinator" | "redis")[];
}

export interface SurvivedKills {
  /** Failures, for people. */
  broken: string[];
  /** Requests that the provider saw. */
  asked: number;
  /** Requests that were in flight at the kills, and may have been made twice. */
  mayRepeat: number;
}

const CONCURRENCY = 4;
const WORKERS = 4;

/**
 * A campaign over four workers, with kills of workers, coordinators and Redis at moments that a seed decides. It has to end with the report
 * of one machine, and nothing may be asked twice but what was in flight at a kill.
 */
export async function killEverybody({ seed, cases, repetitions, kills }: ClusterKills): Promise<SurvivedKills> {
  const trials = cases * repetitions;
  const random = randomNumbers(seed);
  const early = Math.round(trials / 40);
  const plan = new Map<number, ClusterKills["kills"][number]>();
  for (const what of kills) {
    let at = early + random(trials - 4 * early);
    while (plan.has(at)) at += 1;
    plan.set(at, what);
  }
  const folder = mkdtempSync(join(tmpdir(), "assay-cluster-"));
  const redis = await startRedis({ persistent: true });
  const workers: TestWorker[] = [];
  let asked = 0;
  let mayRepeat = 0;
  let disturb: ((what: ClusterKills["kills"][number]) => void) | null = null;
  const provider = await startScriptedServer(({ body }) => {
    asked += 1;
    const what = plan.get(asked);
    if (what) disturb?.(what);
    return `The answer to ${body.messages.at(-1).content} is ${body.messages.at(-1).content.length}.`;
  });
  const env = coordinatorEnv(provider);
  const start = async () => {
    workers.push(await startWorker(redis.url, { env: workerEnv(provider), concurrency: CONCURRENCY }));
  };
  const workspace = (name: string) => {
    writeFiles(join(folder, name), clusterFiles({ cases, repetitions }));
    return join(folder, name);
  };
  try {
    await Promise.all(Array.from({ length: WORKERS }, start));
    let coordinator: ChildProcess | null = null;
    let healing: Promise<unknown> = Promise.resolve();
    const heal = (work: () => Promise<unknown>) => {
      healing = healing.then(work);
    };
    disturb = (what) => {
      if (what === "coordinator") coordinator?.kill("SIGKILL");
      if (what === "worker") {
        mayRepeat += CONCURRENCY;
        const killed = workers.shift();
        killed?.child.kill("SIGKILL");
        heal(async () => await killed?.close().then(start));
      }
      if (what === "redis") {
        mayRepeat += CONCURRENCY * WORKERS;
        heal(() => redis.kill().then(() => redis.start()));
      }
    };

    const broken: string[] = [];
    const there = workspace("there");
    const words = [...RUN_EVAL, "--no-files", "--quiet"];
    let coordinators = 0;
    for (let ended = false; !ended; coordinators += 1) {
      const { signal, code, stderr } = await assay([...words, "--workers", redis.url], {
        cwd: there,
        env,
        onStart: (child) => {
          coordinator = child;
        },
      });
      ended = signal !== "SIGKILL";
      if (ended && code !== 0) broken.push(`the last coordinator ended with ${code}: ${stderr}`);
    }
    await healing;
    disturb = null;
    const wanted = 1 + kills.filter((what) => what === "coordinator").length;
    if (coordinators !== wanted) broken.push(`${coordinators} coordinators, not ${wanted}`);
    const paid = asked;
    if (paid < trials || paid > trials + mayRepeat)
      broken.push(`${paid} requests for ${trials} trials, with ${mayRepeat} in flight at the kills`);

    const here = workspace("here");
    await assay(words, { cwd: here, env: workerEnv(provider), ownProcess: true });
    if (asked - paid !== trials) broken.push(`${asked - paid} requests on one machine`);
    const [one, many] = [await assay(REPORT, { cwd: here, env }), await assay(REPORT, { cwd: there, env })];
    const { totals } = JSON.parse(many.stdout);
    if (totals.scored !== trials) broken.push(`${totals.scored} of ${trials} trials have a score`);
    if (withoutClock(many.stdout) !== withoutClock(one.stdout)) broken.push("the report is not that of one machine");
    return { broken, asked: paid, mayRepeat };
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
    await redis.close();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
