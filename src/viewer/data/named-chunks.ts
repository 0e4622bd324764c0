import type { ListedRubric, StoredBatch, StoredResults, StoredRubric } from "../../operations/index.ts";
import { chunkName, type RubricPage, SAMPLES_IN_A_CHUNK } from "../wire/index.ts";
import { chunksOf, composeBatchPage } from "./batch-page.ts";
import type { ListedChunk } from "./chunk-table.ts";
import { composeItemChunk } from "./item-chunks.ts";
import { composeRubricPage } from "./rubric-page.ts";
import { openSampleTally } from "./sample-columns.ts";
import { composeSamplePage } from "./sample-page.ts";

/** Everything that was judged under a name, as chunks: judgings of samples, and experiments. */
export function* namedChunks(results: StoredResults): Generator<ListedChunk> {
  for (const listed of results.rubrics()) yield* rubricChunks(results, listed);
  const batches = results.batches();
  for (const stored of batches) yield* batchChunks(results, stored, batches);
}

function* rubricChunks(results: StoredResults, listed: ListedRubric): Generator<ListedChunk> {
  const open = once(() => openRubric(results, listed));
  yield [chunkName("rubric", listed.name), () => open().page];
  const count = Math.ceil(listed.manifest.samples.accepted / SAMPLES_IN_A_CHUNK);
  for (let number = 0; number < count; number++)
    yield [chunkName("samples", listed.name, number), () => composeSampleChunk(open(), number)];
}

function composeSampleChunk({ stored, page }: OpenedRubric, number: number) {
  const first = number * SAMPLES_IN_A_CHUNK;
  const numbers = page.samples.number.slice(first, first + SAMPLES_IN_A_CHUNK);
  const samples = numbers.flatMap((sample) => {
    const read = stored.sample(sample);
    return read ? [composeSamplePage(read, stored)] : [];
  });
  return numbers.length === 0 ? undefined : { first, samples };
}

interface OpenedRubric {
  stored: StoredRubric;
  page: RubricPage;
}

function openRubric(results: StoredResults, listed: ListedRubric): OpenedRubric {
  const tally = openSampleTally(listed.manifest.dimensions);
  const stored = results.openRubric(listed, (judgement) => tally.add(judgement));
  return { stored, page: composeRubricPage(listed, tally, stored.judgements.damaged) };
}

function* batchChunks(
  results: StoredResults,
  stored: StoredBatch,
  all: readonly StoredBatch[],
): Generator<ListedChunk> {
  yield [chunkName("batch", stored.name), () => composeBatchPage(results, stored, all)];
  const drawn = once(() => results.drawnItems(stored));
  for (let number = 0; number < chunksOf(stored); number++)
    yield [chunkName("items", stored.name, number), () => composeItemChunk(stored, drawn(), number)];
}

/** What several chunks need is made when the first of them is asked for. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
