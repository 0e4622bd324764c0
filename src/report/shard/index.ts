export { partLine, type ReportedShard, shardField } from "./part-line.ts";
export { type OpenPiece, type ShardReport, shardReportText } from "./shard-report.ts";
