import type { StoredBatch, StoredResults } from "../../operations/index.ts";
import { chunkName } from "../wire/index.ts";
import { chunksOf, composeBatchPage } from "./batch/batch-page.ts";
import { composeItemChunk } from "./batch/item-chunks.ts";
import { type ListedChunk, once } from "./chunk-table.ts";

/** Lists the chunks of all experiments that were judged in batches. */
export function* batchChunks(results: StoredResults): Generator<ListedChunk> {
  const all = results.batches();
  for (const stored of all) yield* chunksOfBatch(results, stored, all);
}

function* chunksOfBatch(
  results: StoredResults,
  stored: StoredBatch,
  all: readonly StoredBatch[],
): Generator<ListedChunk> {
  yield [chunkName("batch", stored.name), () => composeBatchPage(results, stored, all)];
  const drawn = once(() => results.drawnItems(stored));
  for (let number = 0; number < chunksOf(stored); number++)
    yield [chunkName("items", stored.name, number), () => composeItemChunk(stored, drawn(), number)];
}
