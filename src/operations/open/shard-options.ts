import { resolve } from "node:path";
import type { CampaignShard } from "../../campaign/index.ts";
import type { Shard } from "../../config/index.ts";
import { loadFile, shardWeights } from "../../config/index.ts";
import { OptionError } from "../../errors/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { valueOrThrow } from "./require-loaded.ts";

/** Part of the work to do on this machine. */
export interface ShardOptions {
  shard: Shard;
  /** File with durations of trials from `assay store weights`, the same on every machine. By default all trials weigh the same. */
  shardWeights?: string;
}

/**
 * Reads the weights for dividing a campaign.
 *
 * @throws OperationError for a file that cannot be used; then nothing was run
 */
export async function openShard(
  options: Surroundings & Partial<ShardOptions>,
  { onEvent }: Controls,
): Promise<CampaignShard | undefined> {
  const { shard, shardWeights: path } = options;
  if (!shard) {
    if (path === undefined) return undefined;
    throw new OptionError("--shard-weights only works with --shard", "shardWeights");
  }
  const { part, of } = shard;
  if (path === undefined) return { part, of };
  const { cwd } = completeSurroundings(options);
  const loaded = await loadFile(resolve(cwd, path), shardWeights, { root: cwd });
  const { weights } = valueOrThrow(loaded, `nothing was run: the weights in ${path} cannot be used`, onEvent);
  return { part, of, weights };
}
