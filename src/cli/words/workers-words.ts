import type { Command } from "commander";
import type { WorkersOptions } from "../../operations/index.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import { addRedisTrust, type RedisTrustWords, readCount, redisOptions } from "./redis-words.ts";

/** The words of commands whose work other machines may do. */
export interface WorkersWords extends RedisTrustWords {
  /** The address of Redis; `true` for ASSAY_REDIS_URL. */
  workers?: string | true;
  window?: number;
}

/** For commands that run trials. */
export function addWorkersOptions(command: Command): Command {
  return addJudgingWorkersOptions(command).option(
    "--window <jobs>",
    "with --workers: at most this many jobs at a time (default: 128)",
    readCount(1, 10_000),
  );
}

/** For commands that ask judges only, and say themselves how many calls are under way. */
export function addJudgingWorkersOptions(command: Command): Command {
  return addRedisTrust(
    command.option(
      "--workers [redis url]",
      "let workers at this Redis do it (`assay worker`); without a URL, ASSAY_REDIS_URL is used",
    ),
  );
}

/** @throws UsageError for words that mean nothing without workers */
export function workersOptions(words: WorkersWords): { workers?: WorkersOptions } {
  const { workers, window, redisCa, redisInsecure } = words;
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
