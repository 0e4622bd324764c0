export { type Drawn, drawSamples, redactDrawn } from "./draw-samples.ts";
export type { ClusterSummary, Item, ItemId, OutputFile } from "./experiment-output.ts";
export { OutputError } from "./output-error.ts";
export { type DrawnSample, idKey, OTHER_ITEMS, type StratumCount } from "./sample.ts";
