export { type Division, divide, type Portion } from "./divide.ts";
export { type ReadShard, readShard, type Shard, shardWords } from "./shard.ts";
