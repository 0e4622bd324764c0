import { formatShard, type Shard } from "../../config/index.ts";
import { formatCount, formatUsd, nounFor, shortLine } from "../../text/presentation/index.ts";

/** Output of `--shard` as JSON. Has no scores, since a part says nothing about the whole. */
export interface ShardReport {
  schema_version: 1;
  kind: "shard_report";
  /** Divided work: `<suite> × <run profile> × <evaluation profile>`, or a judging's name. */
  whole: string;
  shard: Shard;
  /** Unit of division. */
  unit: "trial" | "sample" | "batch" | "item";
  /** Units of this shard, and of all. */
  own: number;
  all: number;
  /** Equal on all machines that divide alike. */
  division: string;
  /** Own units with a result. */
  done: number;
  open: OpenPiece[];
  /** Spending of this command, as far as reported. */
  spent_usd: number;
  /** Reason for ending early, otherwise null. */
  stopped: string | null;
  /** Commands to complete the whole once all shards are done. */
  next: string[];
}

/** Own unit without a result. */
export interface OpenPiece {
  name: string;
  reason: string;
}

const MOST_LISTED = 20;
const LONGEST_LINE = 300;

/** Renders a part's result and the next steps. */
export function shardReportText(report: ShardReport): string {
  const { whole, shard, unit, own, all, done, open, spent_usd, stopped, next } = report;
  const words = formatShard(shard);
  const rest = open.length - MOST_LISTED;
  return [
    `${whole}, ${words}: ${formatCount(own)} of ${formatCount(all)} ${nounFor(all, unit)}`,
    `${formatCount(done)} done, ${formatCount(own - done)} without a result. New spend: ${formatUsd(spent_usd)}`,
    ...(stopped === null ? [] : [`Ended early: ${shortLine(stopped, LONGEST_LINE)}`]),
    ...(open.length === 0 ? [] : ["", "Without a result:"]),
    ...open.slice(0, MOST_LISTED).map(({ name, reason }) => `  ${name}: ${shortLine(reason, LONGEST_LINE)}`),
    ...(rest > 0 ? [`  … and ${formatCount(rest)} more; --output json lists all`] : []),
    "",
    shard.of === 1
      ? "The only shard: the whole is in the store."
      : "This is a part, so there is no verdict. When all shards are done, bring their stores together and look at the whole:",
    ...next.map((command) => `  ${command}`),
  ].join("\n");
}
