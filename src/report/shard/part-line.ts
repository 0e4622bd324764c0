import { formatShard, type Shard } from "../../config/index.ts";
import { formatCount, nounFor } from "../../text/presentation/index.ts";

/** Part of a campaign that a report covers. */
export interface ReportedShard extends Shard {
  /** Trials of all parts. */
  all_trials: number;
}

/** States that this is only a part. */
export function partLine({
  shard,
  totals: { trials },
}: {
  shard?: ReportedShard;
  totals: { trials: number };
}): string[] {
  if (!shard) return [];
  const { all_trials: all } = shard;
  return [
    `A part of the campaign, ${formatShard(shard)}: ${formatCount(trials)} of ${formatCount(all)} ${nounFor(all, "trial")}`,
  ];
}

/** Returns the field for reports; empty for a whole campaign. */
export function shardField({ shard }: { shard: ReportedShard | null }): { shard?: ReportedShard } {
  if (shard === null) return {};
  const { part, of, all_trials } = shard;
  return { shard: { part, of, all_trials } };
}
