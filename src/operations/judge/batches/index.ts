export type { BatchesEvent, JudgeBatchOptions } from "./batch-options.ts";
export { type CompareBatchesOptions, compareBatches } from "./compare-batches.ts";
export { type JudgedBatch, judgeBatch } from "./judge-batch.ts";
export { judgeBatchShard } from "./judge-batch-shard.ts";
export { type BatchPreview, previewBatch } from "./preview-batch.ts";
