import { presentWorkers } from "../../cluster/index.ts";
import { findWorkspaceRoot } from "../../config/index.ts";
import { loadDotEnv } from "../../gateway/index.ts";
import type { WorkersListing } from "../../report/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { openRedis, type RedisOptions } from "./open-redis.ts";

export interface ListWorkersOptions extends Surroundings, RedisOptions {}

/**
 * Lists the workers at a Redis with their current jobs, capabilities, and declined jobs.
 *
 * @example
 * const { workers } = await listWorkers({ redis: "redis://127.0.0.1:6379" });
 * for (const { host, jobs } of workers) console.log(host, jobs.map(({ what }) => what));
 */
export async function listWorkers(options: ListWorkersOptions = {}, controls: Controls = {}): Promise<WorkersListing> {
  const { cwd, env } = completeSurroundings(options);
  const root = (await findWorkspaceRoot(cwd)) ?? cwd;
  const connection = await openRedis(options, await loadDotEnv(root, env), controls);
  try {
    return {
      schema_version: 1,
      kind: "workers",
      redis: connection.place,
      workers: await presentWorkers(connection.client),
    };
  } finally {
    await connection.close();
  }
}
