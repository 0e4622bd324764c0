/** What the page is sent: plain data, known to both sides. */
export type * from "./campaign-page.ts";
export { TRIAL_FLAGS } from "./campaign-page.ts";
export { type ChunkKind, chunkName } from "./chunk-name.ts";
export type * from "./figures.ts";
export type * from "./store-page.ts";
export type * from "./trial-page.ts";
