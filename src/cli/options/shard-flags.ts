import { Option } from "commander";
import { readShard, type Shard } from "../../config/index.ts";
import { UsageError } from "../terminal/exit-codes.ts";

/** Flags of every command that can do a part of its work. */
export interface ShardFlags {
  shard?: Shard;
  shardWeights?: string;
}

export function shardOption(): Option {
  return new Option(
    "--shard <part/of>",
    "only this part of the work, such as 2/8; other machines do the rest, and `assay store merge` combines them",
  ).argParser((written: string): Shard => {
    const read = readShard(written);
    if (!read.ok) throw new UsageError(`--shard ${read.problem}`);
    return read.shard;
  });
}

export function shardWeightsOption(): Option {
  return new Option(
    "--shard-weights <file>",
    "with --shard: divide by how long trials took before, from `assay store weights`; the same file on every machine",
  );
}
