import { type Command, InvalidArgumentError } from "commander";
import type { RedisOptions } from "../../operations/index.ts";

/** Flags that say how to trust a Redis. */
export interface RedisTrustFlags {
  redisCa?: string;
  redisInsecure?: boolean;
}

/** Adds the flags for Redis certificates. */
export function addRedisTrust(command: Command): Command {
  return command
    .option("--redis-ca <file>", "with rediss://: a PEM file with the authority that signed the server's certificate")
    .option("--redis-insecure", "with rediss://: accept any certificate, with a warning");
}

/** Adds the flags for a Redis address and its certificates. */
export function addRedisOptions(command: Command): Command {
  return addRedisTrust(
    command.option("--redis <url>", "redis://host:6379 or, with TLS, rediss://…; ASSAY_REDIS_URL when left out"),
  );
}

export function redisOptions({ redis, redisCa, redisInsecure }: RedisTrustFlags & { redis?: string }): RedisOptions {
  return { redis, redisCa, redisInsecure };
}

export function readCount(least: number, most: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!Number.isInteger(count) || count < least || count > most)
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
    return count;
  };
}
