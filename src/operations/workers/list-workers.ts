import { presentWorkers } from "../../cluster/index.ts";
import { findWorkspaceRoot } from "../../config/index.ts";
import { loadDotEnv } from "../../gateway/index.ts";
import type { WorkersListing } from "../../report/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { openRedis, type RedisOptions } from "./open-redis.ts";

export interface ListWorkersOptions extends Surroundings, RedisOptions {}

/** @throws OperationError when Redis can't be used */
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
