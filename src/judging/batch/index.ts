export { isBatchResult } from "./batch-result.ts";
export { type BatchComparison, compareResults } from "./deciding/compare.ts";

export { type BatchEvent, inBatches, judgeBatches, type Opinion } from "./judging/judge-batches.ts";
export { readBatchPrompts } from "./judging/prompt.ts";
export { plannedBatches, questionKinds } from "./judging/question-kinds.ts";
export { type Measure, resolveMeasure } from "./measuring/measure.ts";
export { runBatch } from "./run-batch.ts";
export { type Drawn, drawSamples, redactDrawn } from "./sampling/draw-samples.ts";
export type { Item, OutputFile } from "./sampling/experiment-output.ts";
export { OutputError } from "./sampling/output-error.ts";
export type { BatchResult } from "./scoring/result.ts";

export {
  type DrawnItems,
  decideBatches,
  listStoredBatches,
  readDrawnItems,
  type StoredBatch,
} from "./stored-batches.ts";
