export { type BatchComparison, compareResults } from "./deciding/index.ts";
export {
  type BatchEvent,
  type BatchPlace,
  inBatches,
  itemAgain,
  judgeBatches,
  type Opinion,
  plannedBatches,
  questionAboutOne,
  questionKinds,
  readBatchPrompts,
  verdictScores,
} from "./judging/index.ts";
export { type Measure, resolveMeasure } from "./measuring/index.ts";
export { runBatch } from "./run-batch.ts";
export {
  type Drawn,
  drawSamples,
  type Item,
  OutputError,
  type OutputFile,
  redactDrawn,
} from "./sampling/index.ts";
export type * from "./scoring/index.ts";
