export {
  type CollectEvent,
  type CollectedSamples,
  type CollectSamplesOptions,
  collectSamples,
} from "./collect-samples.ts";
export { type JudgedSamples, judgeSamples } from "./judge-samples.ts";
export { judgeSamplesShard } from "./judge-samples-shard.ts";
export { previewSamples, type SamplesPreview } from "./preview-samples.ts";
export type { JudgeSamplesOptions, SamplesEvent } from "./sample-options.ts";
export { type SummarizedSamples, type SummarizeSamplesOptions, summarizeSamples } from "./summarize-samples.ts";
