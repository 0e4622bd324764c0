import type { NamedProtocolName } from "../../judging/index.ts";
import type { StoredResults } from "../../operations/index.ts";
import type { JudgingList } from "../wire/index.ts";
import { batchPages } from "./batch/batch-pages.ts";
import { describedPages } from "./described-pages.ts";
import { rubricPages } from "./rubric/rubric-pages.ts";
import type { ListedChunk } from "./tables/chunk-table.ts";
import type { JudgingPages } from "./tables/judging-pages.ts";

/** Protocols with pages of their own; every other one is shown by what it describes of its results. */
const PAGES: Partial<Record<NamedProtocolName, JudgingPages>> = { rubric: rubricPages, batch: batchPages };

/** Lists what was judged under names, protocol by protocol. */
export function judgingLists(results: StoredResults): JudgingList[] {
  return [...pagesOf(results)].flatMap(([protocol, { title, columns, rows }]) => {
    const listed = rows(results.records);
    return listed.length === 0 ? [] : [{ protocol, title, columns: columns(results.records), rows: listed }];
  });
}

/** Lists the chunks of all pages about them. */
export function* judgingChunks(results: StoredResults): Generator<ListedChunk> {
  for (const [, { chunks }] of pagesOf(results)) yield* chunks(results.records);
}

function* pagesOf(results: StoredResults): Generator<[NamedProtocolName, JudgingPages]> {
  for (const [protocol, reader] of results.named())
    yield [protocol, PAGES[protocol] ?? describedPages(protocol, reader)];
}
