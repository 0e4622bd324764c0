import { startRedis } from "../../test/support/redis-server.ts";
import { callAssay, expectRequests } from "../campaign/call-assay.ts";
import type { Stub } from "../campaign/stub.ts";
import { benchWorkspace } from "../campaign/workspace.ts";
import { startWorkers } from "./worker-processes.ts";

const TRIALS = 2000;
const LATENCY_MS = 20;
/** Largest ratio of the coordinator's CPU to that of the same campaign on this machine alone. */
const LIMIT = 3;

/** A trial that goes through Redis: what it takes of the coordinator, of the worker, of Redis' memory and of the network. */
export async function measureQueue(stub: Stub): Promise<void> {
  const redis = await startRedis();
  const env = { OPENROUTER_BASE_URL: stub.baseUrl(LATENCY_MS), OPENROUTER_API_KEY: "key-for-the-bench" };
  const workers = await startWorkers(2, { redis: redis.url, concurrency: 32, env });
  try {
    const here = await campaign(stub, []);
    const before = await redisFacts(redis.cli);
    let mostBytes = 0;
    const watching = setInterval(
      () =>
        void redisFacts(redis.cli).then(
          (now) => (mostBytes = Math.max(mostBytes, now.used_memory! - before.used_memory!)),
        ),
      200,
    );
    const there = await campaign(stub, ["--workers", redis.url]);
    clearInterval(watching);
    const after = await redisFacts(redis.cli);
    const { cpuSeconds } = await workers.stop();
    const moved = (name: string) => (after[name]! - before[name]!) / TRIALS;
    const perTrial = (seconds: number) => (seconds / TRIALS) * 1000;
    const coordinator = perTrial(there.cpuSeconds);
    const ratio = there.cpuSeconds / here.cpuSeconds;
    const figures = [
      [
        "coordinator, all of it",
        `${coordinator.toFixed(2)} ms CPU a trial, ${ratio.toFixed(2)} × the campaign alone (limit ${LIMIT})`,
      ],
      ["the same campaign on this machine alone", `${perTrial(here.cpuSeconds).toFixed(2)} ms CPU a trial`],
      ["workers", `${perTrial(cpuSeconds).toFixed(2)} ms CPU a trial`],
      [
        "Redis",
        `${moved("cpu_ms").toFixed(2)} ms CPU a trial, ${moved("total_commands_processed").toFixed(0)} commands`,
      ],
      [
        "network of Redis",
        `${kilobytes(moved("total_net_input_bytes"))} in, ${kilobytes(moved("total_net_output_bytes"))} out a trial`,
      ],
      [
        "memory of Redis",
        `${(mostBytes / 1e6).toFixed(1)} MB at most beyond what it had; ${kilobytes(after.used_memory! - before.used_memory!)} left`,
      ],
      [
        "trials",
        `${(TRIALS / there.seconds).toFixed(0)} a second, ${(there.seconds / here.seconds).toFixed(2)} × the time alone`,
      ],
    ];
    console.log(`  ${TRIALS} trials of ${LATENCY_MS} ms through Redis, two workers`);
    for (const [what, figure] of figures) console.log(`    ${what!.padEnd(44)}${figure}`);
    if (ratio > LIMIT) process.exitCode = 1;
  } finally {
    await redis.close();
  }
}

async function campaign(stub: Stub, words: string[]) {
  const workspace = benchWorkspace({ cases: TRIALS });
  const measured = await callAssay({ stub, workspace, latencyMs: LATENCY_MS, command: "run", words });
  expectRequests(measured, { subject: TRIALS, judge: 0 });
  return measured;
}

/** Figures of INFO, and the CPU that Redis took so far. */
async function redisFacts(cli: (...words: string[]) => Promise<string>): Promise<Record<string, number>> {
  const told = (await cli("INFO")).split(/\r?\n/).map((line) => line.split(":") as [string, string]);
  const facts = Object.fromEntries(told.map(([name, value]) => [name, Number(value)]));
  return { ...facts, cpu_ms: (facts.used_cpu_user! + facts.used_cpu_sys!) * 1000 };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
