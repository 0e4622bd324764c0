import { type Shard, shardWords } from "../../config/index.ts";
import { formatCount, formatUsd, nounFor, shortLine } from "../../text/presentation/index.ts";

/** What `--shard` prints with `--output json`. There is no score in it: a part says nothing about the whole. */
export interface ShardReport {
  schema_version: 1;
  kind: "shard_report";
  /** What was divided: `<suite> × <run profile> × <evaluation profile>`, or the name of a judging. */
  whole: string;
  shard: Shard;
  /** What it was divided into. */
  unit: "trial" | "sample" | "batch";
  /** How many of them are this shard's own, and how many all shards have together. */
  own: number;
  all: number;
  /** The same on every machine that divides alike. */
  division: string;
  /** How many of its own have their result. */
  done: number;
  open: OpenPiece[];
  /** What this command spent, as far as providers named prices. */
  spent_usd: number;
  /** Why it ended early; null when it did not. */
  stopped: string | null;
  /** What makes the whole of it when all shards are done. */
  next: string[];
}

/** Something of its own that has no result. */
export interface OpenPiece {
  name: string;
  reason: string;
}

const MOST_LISTED = 20;
const LONGEST_LINE = 300;

/** What became of a part, and what to do with it. */
export function shardReportText(report: ShardReport): string {
  const { whole, shard, unit, own, all, done, open, spent_usd, stopped, next } = report;
  const words = shardWords(shard);
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
