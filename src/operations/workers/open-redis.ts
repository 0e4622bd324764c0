import { connectRedis, type RedisConnection, readRedisAddress } from "../../cluster/index.ts";
import { InterruptedError, RedisError } from "../../errors/index.ts";
import type { Controls } from "../controls.ts";

/** Redis shared by a coordinator and its workers. */
export interface RedisOptions {
  /** `redis://host:6379` or, with TLS, `rediss://…`; defaults to ASSAY_REDIS_URL. */
  redis?: string;
  /** PEM file of the authority that signed its certificate. */
  redisCa?: string;
  /** Accepts any certificate. */
  redisInsecure?: boolean;
}

/** @throws OperationError with the problem and advice */
export async function openRedis(
  { redis: url, redisCa: caFile, redisInsecure: insecure }: RedisOptions,
  env: Record<string, string | undefined>,
  { onEvent, noNewWork, signal }: Controls,
): Promise<RedisConnection> {
  const read = readRedisAddress({ url, caFile, insecure, env });
  if (!read.ok) throw new RedisError(read.problem, { redis: null });
  const connected = await connectRedis(read.address, noNewWork ?? signal);
  if (!connected.ok) {
    if ((noNewWork ?? signal)?.aborted) throw new InterruptedError(connected.problem, {});
    throw new RedisError(connected.problem, { redis: read.address.place });
  }
  const { connection } = connected;
  for (const message of connection.warnings) onEvent?.({ type: "warning", message });
  connection.onAway((isAway) => {
    const message = isAway
      ? `Redis at ${connection.place} is away; waiting for it.`
      : `Redis at ${connection.place} is back.`;
    onEvent?.({ type: "note", message });
  });
  return connection;
}
