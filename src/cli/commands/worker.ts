import type { RegisterCommand } from "../options/command.ts";
import { quietOption } from "../options/quiet.ts";
import { addRedisOptions, type RedisTrustFlags, readCount, redisOptions } from "../options/redis-flags.ts";
import { EXIT, type ExitCode } from "../terminal/exit-codes.ts";
import { listenForInterrupt } from "../terminal/interrupt.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface WorkerFlags extends RedisTrustFlags {
  redis?: string;
  concurrency: number;
  cache?: string;
  cacheSize: number;
  lostAfter: number;
  grace: number;
  quiet?: boolean;
}

export const registerWorker: RegisterCommand = (command, terminal, finish) => {
  addRedisOptions(command)
    .option("--concurrency <jobs>", "jobs at a time", readCount(1, 1000), 4)
    .option("--cache <folder>", "where files of earlier jobs are kept (default: in ~/.cache)")
    .option("--cache-size <megabytes>", "the most that is kept there", readCount(1, 1_000_000), 2000)
    .option(
      "--lost-after <seconds>",
      "other workers take over its jobs after this much silence",
      readCount(1, 3600),
      15,
    )
    .option("--grace <seconds>", "how long jobs in flight may take after Ctrl-C", readCount(0, 86_400), 600)
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
Keys come from this machine's environment, or from a .env file in this folder; nothing secret goes through Redis. A job that this machine cannot
do (no key, no sandbox, a different image or version of Assay) is left to another worker.

Examples:
  $ assay worker --redis redis://10.0.0.5:6379 --concurrency 4
  $ ASSAY_REDIS_URL=rediss://:password@redis.example:6380 assay worker --redis-ca ca.pem

Then, elsewhere:
  $ assay run-eval --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --workers redis://10.0.0.5:6379

Ctrl-C takes no new jobs and ends when those in flight are done; Ctrl-C again stops at once, and other workers take over.
Exit codes: 0 stopped after its jobs, 2 Redis cannot be used, 130 stopped at once.`,
    )
    .action(async (flags: WorkerFlags) => finish(await worker(terminal, flags)));
};

async function worker(terminal: Terminal, flags: WorkerFlags): Promise<ExitCode> {
  const { runWorker } = await import("../../operations/index.ts");
  const { formatSeconds, plural } = await import("../../text/presentation/index.ts");
  const { cwd, env } = terminal;
  const { concurrency, cache: cacheFolder, cacheSize: cacheMegabytes, lostAfter: lostAfterSeconds, quiet } = flags;
  const interrupt = listenForInterrupt(terminal.err, flags.grace);
  const say = sayRemarks(terminal);
  try {
    const options = { cwd, env, concurrency, cacheFolder, cacheMegabytes, lostAfterSeconds, ...redisOptions(flags) };
    const { noNewWork, signal } = interrupt;
    const { jobs } = await runWorker(options, {
      noNewWork,
      signal,
      onEvent(event) {
        if (!quiet || event.type === "warning") say(event);
        if (quiet) return;
        if (event.type === "queue_problem") terminal.err(event.message);
        else if (event.type === "job_declined") terminal.err(`declined: ${event.what}: ${event.why}`);
        else if (event.type === "job_ended")
          terminal.err(`done: ${event.what} (${formatSeconds(event.seconds * 1000)})`);
      },
    });
    if (!quiet) terminal.err(`${plural(jobs, "job")} done.`);
    return signal.aborted ? EXIT.interrupted : EXIT.ok;
  } finally {
    interrupt.dispose();
  }
}
