import { type RecordReader, rubric } from "../../../judging/index.ts";
import { chunkName, type RubricPage, SAMPLES_IN_A_CHUNK } from "../../wire/index.ts";
import { type ListedChunk, once } from "../tables/chunk-table.ts";
import type { JudgingPages } from "../tables/judging-pages.ts";
import { composeRubricPage } from "./rubric-page.ts";
import { RUBRIC_COLUMNS, rubricRow } from "./rubric-row.ts";
import { openSampleTally } from "./sample-columns.ts";
import { composeSamplePage } from "./sample-page.ts";

/** Lists judgings of samples by a rubric, and composes their pages. */
export const rubricPages: JudgingPages = {
  title: "Samples judged by a rubric",
  columns: () => RUBRIC_COLUMNS,
  rows: ({ outputs }) => rubric.listStoredRubrics(outputs).map(rubricRow),
  *chunks(records) {
    for (const listed of rubric.listStoredRubrics(records.outputs)) yield* chunksOfRubric(records, listed);
  },
};

function* chunksOfRubric(records: RecordReader, listed: rubric.ListedRubric): Generator<ListedChunk> {
  const open = once(() => openRubric(records, listed));
  yield [chunkName("judging", "rubric", listed.name), () => open().page];
  const count = Math.ceil(listed.manifest.samples.accepted / SAMPLES_IN_A_CHUNK);
  for (let number = 0; number < count; number++)
    yield [chunkName("units", "rubric", listed.name, number), () => composeSampleChunk(open(), number)];
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
  stored: rubric.StoredRubric;
  page: RubricPage;
}

function openRubric(records: RecordReader, listed: rubric.ListedRubric): OpenedRubric {
  const tally = openSampleTally(listed.manifest.dimensions);
  const stored = rubric.openStoredRubric(records, listed, (judgement) => tally.add(judgement));
  return { stored, page: composeRubricPage(listed, tally, stored.judgements.damaged) };
}
