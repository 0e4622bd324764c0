import type { StoredResults } from "../../operations/index.ts";
import type { StorePage } from "../wire/index.ts";
import { campaignRow } from "./campaign/campaign-row.ts";
import { judgingLists } from "./judgings.ts";

/** Composes the first page from the index and the summaries of named results, without reading records. */
export function composeStorePage(results: StoredResults, version: string): StorePage {
  return {
    version,
    outputs: results.outputs,
    campaigns: results.list().map(campaignRow),
    judgings: judgingLists(results),
  };
}
