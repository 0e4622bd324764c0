import type { StoredResults } from "../../operations/index.ts";
import type { StorePage } from "../wire/index.ts";
import { batchRow } from "./batch/batch-row.ts";
import { campaignRow } from "./campaign/campaign-row.ts";
import { rubricRow } from "./rubric/rubric-row.ts";

/** Composes the first page from the index and the summaries of named results, without reading records. */
export function composeStorePage(results: StoredResults, version: string): StorePage {
  const batches = results.batches();
  return {
    version,
    outputs: results.outputs,
    campaigns: results.list().map(campaignRow),
    rubrics: results.rubrics().map(rubricRow),
    batches: batches.map((stored) => batchRow(results, stored, batches)),
  };
}
