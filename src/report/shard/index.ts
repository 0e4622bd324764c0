export { partLine, type ReportedShard, shardField } from "./part-line.ts";
export type { OpenPiece, ShardReport } from "./shard-report.ts";
