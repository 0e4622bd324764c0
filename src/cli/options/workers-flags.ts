import type { Command } from "commander";
import type { WorkersOptions } from "../../operations/index.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import { addRedisTrust, type RedisTrustFlags, readCount, redisOptions } from "./redis-flags.ts";

/** Flags of commands whose work can go to other machines. */
export interface WorkersFlags extends RedisTrustFlags {
  /** Redis address; `true` for ASSAY_REDIS_URL. */
  workers?: string | true;
  window?: number;
}

/** Adds the flags for commands that run trials. */
export function addWorkersOptions(command: Command): Command {
  return addJudgingWorkersOptions(command).option(
    "--window <jobs>",
    "with --workers: at most this many jobs at a time (default: 128)",
    readCount(1, 10_000),
  );
}

/** Adds the flags for commands that only ask judges and limit their calls in flight themselves. */
export function addJudgingWorkersOptions(command: Command): Command {
  return addRedisTrust(
    command.option(
      "--workers [redis url]",
      "let workers at this Redis do it (`assay worker`); without a URL, ASSAY_REDIS_URL is used",
    ),
  );
}

/** @throws UsageError for flags that need `--workers` */
export function workersOptions(flags: WorkersFlags): { workers?: WorkersOptions } {
  const { workers, window, redisCa, redisInsecure } = flags;
  if (workers === undefined) {
    const lonely = Object.entries({ window, "redis-ca": redisCa, "redis-insecure": redisInsecure }).find(
      ([, value]) => value !== undefined,
    );
    if (lonely) throw new UsageError(`--${lonely[0]} only works with --workers`);
    return {};
  }
  const redis = workers === true ? undefined : workers;
  return {
    workers: { ...redisOptions({ redis, redisCa, redisInsecure }), ...(window === undefined ? {} : { window }) },
  };
}
