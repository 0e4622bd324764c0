import type { ShardReport } from "../../report/index.ts";
import type { Store } from "../../store/index.ts";

/** Summary of a shard. */
export type ShardNote = Pick<ShardReport, "shard" | "division" | "own" | "all" | "done">;

/**
 * Records that a shard is done, so that merged stores show what is missing.
 *
 * @param whole folder of what was divided, below outputs/
 */
export function recordShard(store: Pick<Store, "append">, whole: string, report: ShardNote): void {
  const { shard, division, own, all, done } = report;
  const { part, of } = shard;
  const key = `${whole}/${part}/${of}`;
  store.append({ kind: "shard", key, value: { schema_version: 2, whole, part, of, division, own, all, done } });
}
