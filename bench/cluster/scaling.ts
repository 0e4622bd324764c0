import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startRedis } from "../../test/support/redis-server.ts";
import { emptyWorkspace } from "../campaign/workspace.ts";
import { startWorkers } from "./worker-processes.ts";

const WORKERS = 4;
const SLEEP_SECONDS = 3;
/** For each worker, one after the other. */
const TRIALS_EACH = 5;
const LEAST_SHARE = 0.85;

/** Trials that sleep in the sandbox: four workers should do four times as many as one in the same time, wherever cores allow. */
export async function measureScaling(): Promise<void> {
  const redis = await startRedis();
  try {
    const seconds = async (workers: number) => {
      const running = await startWorkers(workers, { redis: redis.url, concurrency: 1 });
      const took = await sleepingCampaign(workers * TRIALS_EACH, redis.url);
      await running.stop();
      return took;
    };
    const alone = await seconds(1);
    const together = await seconds(WORKERS);
    const share = alone / together;
    const ideal = TRIALS_EACH * SLEEP_SECONDS;
    console.log(
      `  trials that sleep ${SLEEP_SECONDS} s in the sandbox, ${TRIALS_EACH} for each worker (${ideal} s of sleep)`,
    );
    console.log(`    one worker   ${alone.toFixed(1)} s`);
    console.log(
      `    ${WORKERS} workers    ${together.toFixed(1)} s: ${share.toFixed(2)} × linear (limit ${LEAST_SHARE})`,
    );
    if (share < LEAST_SHARE) process.exitCode = 1;
  } finally {
    await redis.close();
  }
}

async function sleepingCampaign(trials: number, redis: string): Promise<number> {
  const { root, write } = emptyWorkspace();
  for (let number = 1; number <= trials; number += 1)
    write(`configs/cases/sleep_${number}/test.yaml`, caseText(number));
  write("configs/suites/s.yaml", SUITE);
  write("configs/run_profiles/p.yaml", PROFILE);
  const words = ["run", "--suite", "s", "--run-profile", "p", "--quiet", "--workers", redis];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(process.cwd(), "dist", "cli.js"), ...words], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the campaign ended with exit code ${code}`);
  return (performance.now() - startedAt) / 1000;
}

const caseText = (number: number) => `schema_version: 1
case_id: sleep_${number}
title: Sleeps
runner:
  type: llm_probe
input:
  messages:
    - role: user
      content: "Run the command \`sleep ${SLEEP_SECONDS} && echo awake ${number}\` and tell me what it prints."
  context:
    llm_probe:
      tools: [exec_shell]
`;

const SUITE = `schema_version: 1
suite_id: s
title: Sleeping
models:
  - model_id: sleeper
    requested_model: offline/diligent
`;

const PROFILE = `schema_version: 1
run_profile_id: p
title: Sleeping
execution_policy:
  max_concurrency: 64
`;
