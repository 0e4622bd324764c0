export { type Chunks, openChunks } from "./chunks.ts";
export { campaignName } from "./store-page.ts";
export type { NamedChunk } from "./trial-chunks.ts";
