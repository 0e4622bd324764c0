import { batch } from "../../../judging/index.ts";
import { chunkName } from "../../wire/index.ts";
import { type ListedChunk, once } from "../tables/chunk-table.ts";
import type { JudgingPages } from "../tables/judging-pages.ts";
import { chunksOf, composeBatchPage } from "./batch-page.ts";
import { BATCH_COLUMNS, batchRow } from "./batch-row.ts";
import { composeItemChunk } from "./item-chunks.ts";

/** Lists experiments that were judged in batches, and composes their pages. */
export const batchPages: JudgingPages = {
  title: "Experiments judged in batches",
  columns: () => BATCH_COLUMNS,
  rows({ outputs }) {
    const all = batch.listStoredBatches(outputs);
    return all.map((stored) => batchRow(stored, all));
  },
  *chunks({ outputs }) {
    const all = batch.listStoredBatches(outputs);
    for (const stored of all) yield* chunksOfBatch(stored, all);
  },
};

function* chunksOfBatch(stored: batch.StoredBatch, all: readonly batch.StoredBatch[]): Generator<ListedChunk> {
  yield [chunkName("judging", "batch", stored.name), () => composeBatchPage(stored, all)];
  const drawn = once(() => batch.readDrawnItems(stored));
  for (let number = 0; number < chunksOf(stored); number++)
    yield [chunkName("units", "batch", stored.name, number), () => composeItemChunk(stored, drawn(), number)];
}
