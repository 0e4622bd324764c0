/** Plain data sent to the page, shared by both sides. */
export type * from "./batch-page.ts";
export { ITEMS_IN_A_CHUNK } from "./batch-page.ts";
export type * from "./calibration-page.ts";
export type * from "./campaign-page.ts";
export { JUDGE_FLAGS, TRIAL_FLAGS } from "./campaign-page.ts";
export { type ChunkKind, chunkName } from "./chunk-name.ts";
export type * from "./comparison-page.ts";
export type * from "./figures.ts";
export type * from "./judging-page.ts";
export { UNITS_IN_A_CHUNK } from "./judging-page.ts";
export type * from "./label-page.ts";
export type * from "./rubric-page.ts";
export { SAMPLE_FLAGS, SAMPLES_IN_A_CHUNK } from "./rubric-page.ts";
export type * from "./store-page.ts";
export { type PartList, readTrialChunkName, type TrialChunkName } from "./trial-chunk-name.ts";
export type * from "./trial-page.ts";
