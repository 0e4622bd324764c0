import { randomUUID } from "node:crypto";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import {
  announceWorker,
  openBackpressure,
  openContentCache,
  openContents,
  openGlobalLimits,
  openJobWorker,
  openMachine,
  openResultWriter,
  redisClock,
} from "../../cluster/index.ts";
import { loadDotEnv, openGateways } from "../../gateway/index.ts";
import { packageVersion } from "../../text/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { detectCapabilities } from "./detect-capabilities.ts";
import { openRedis, type RedisOptions } from "./open-redis.ts";

export interface RunWorkerOptions extends Surroundings, RedisOptions {
  /** Jobs at a time. Defaults to 4. */
  concurrency?: number;
  /** Folder for fetched contents. Defaults to one in the user's cache folder. */
  cacheFolder?: string;
  /** Limit of the cache; the least recently used contents are removed. Workers that share the folder share the limit. Defaults to 2000. */
  cacheMegabytes?: number;
  /** Time without a heartbeat after which others take a worker's jobs. Defaults to 15. */
  lostAfterSeconds?: number;
}

/**
 * Executes jobs from a Redis until `noNewWork` is aborted. Keys come from this machine's environment.
 *
 * @example
 * const stop = new AbortController();
 * process.once("SIGTERM", () => stop.abort());
 * const { jobs } = await runWorker({ redis: "redis://127.0.0.1:6379", concurrency: 4 }, { noNewWork: stop.signal });
 */
export async function runWorker(options: RunWorkerOptions, controls: Controls = {}): Promise<{ jobs: number }> {
  const { cwd, env: given } = completeSurroundings(options);
  const { noNewWork, signal, onEvent } = controls;
  const { concurrency = 4, lostAfterSeconds = 15, cacheFolder = defaultCache(given), cacheMegabytes = 2000 } = options;
  const everything = await loadDotEnv(cwd, given);
  const connection = await openRedis(options, everything, {
    onEvent,
    noNewWork,
    signal,
  });
  const env = stripRedisAddress(everything, connection.secrets);
  const { client } = connection;
  const backpressure = openBackpressure({ onFull: (message) => onEvent?.({ type: "note", message }), signal });
  const contents = openContents(client, backpressure);
  connection.onAway((isAway) => isAway || contents.forget());
  const workerId = randomUUID();
  const limits = await openGlobalLimits(connection, { worker: workerId });
  const gateways = openGateways({ env, lanes: limits.lanes });
  const presence = announceWorker(client, {
    worker_id: workerId,
    host: hostname(),
    pid: process.pid,
    version: packageVersion(),
    concurrency,
    capabilities: {},
  });
  void detectCapabilities(env).then(presence.offers);
  let jobs = 0;
  const worker = await openJobWorker({
    connection,
    workerId,
    concurrency,
    lostAfterMs: lostAfterSeconds * 1000,
    presence,
    results: openResultWriter(client, { contents, backpressure, now: await redisClock(client) }),
    openContext: openMachine({
      env,
      gateways,
      secrets: connection.secrets,
      client,
      backpressure,
      contents,
      cache: openContentCache(cacheFolder, { maxBytes: cacheMegabytes * 1e6 }),
    }),
    onEvent(event) {
      if (event.type === "job_ended") jobs += 1;
      onEvent?.(event);
    },
  });
  onEvent?.({ type: "note", message: `Waiting for work at ${connection.place}, ${concurrency} at a time.` });
  signal?.addEventListener("abort", () => worker.stopNow(), { once: true });
  await untilAborted(noNewWork ?? signal);
  await worker.drain();
  await gateways.close();
  await limits.close();
  await connection.close();
  return { jobs };
}

function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Strips the Redis address, a credential for executing code on all workers, from every job's environment. */
function stripRedisAddress(env: Record<string, string | undefined>, secrets: readonly string[]) {
  const long = secrets.filter(({ length }) => length >= SHORTEST_PASSWORD);
  const isKept = ([name, value = ""]: [string, string | undefined]) =>
    name !== "ASSAY_REDIS_URL" && !long.some((secret) => value.includes(secret));
  return Object.fromEntries(Object.entries(env).filter(isKept));
}

/** Shorter ones would match ordinary words. */
const SHORTEST_PASSWORD = 8;

function defaultCache(env: Record<string, string | undefined>): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "assay", "contents");
}
