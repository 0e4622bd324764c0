export { type Division, divide, type Portion } from "./divide.ts";
export { readShard, type Shard, shardWords } from "./shard.ts";
