import type { ListedRubric, StoredResults, StoredRubric } from "../../operations/index.ts";
import { chunkName, type RubricPage, SAMPLES_IN_A_CHUNK } from "../wire/index.ts";
import { type ListedChunk, once } from "./chunk-table.ts";
import { composeRubricPage } from "./rubric/rubric-page.ts";
import { openSampleTally } from "./rubric/sample-columns.ts";
import { composeSamplePage } from "./rubric/sample-page.ts";

/** Lists the chunks of all rubric judgings. */
export function* rubricChunks(results: StoredResults): Generator<ListedChunk> {
  for (const listed of results.rubrics()) yield* chunksOfRubric(results, listed);
}

function* chunksOfRubric(results: StoredResults, listed: ListedRubric): Generator<ListedChunk> {
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
