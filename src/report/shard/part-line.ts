import { type Shard, shardWords } from "../../config/index.ts";
import { formatCount, nounFor } from "../../text/presentation/index.ts";

/** Which part of a campaign a report is about. */
export interface ReportedShard extends Shard {
  /** Trials of all parts together. */
  all_trials: number;
}

/** A part must not be taken for the whole. */
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
    `A part of the campaign, ${shardWords(shard)}: ${formatCount(trials)} of ${formatCount(all)} ${nounFor(all, "trial")}`,
  ];
}

/** As reports have it; nothing for a whole campaign. */
export function shardField({ shard }: { shard: ReportedShard | null }): { shard?: ReportedShard } {
  if (shard === null) return {};
  const { part, of, all_trials } = shard;
  return { shard: { part, of, all_trials } };
}
