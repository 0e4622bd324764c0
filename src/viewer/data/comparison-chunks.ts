import type { ListedResult, StoredResults } from "../../operations/index.ts";
import { writeCampaignName } from "../../records/index.ts";
import { chunkName } from "../wire/index.ts";
import { composeComparisonPage } from "./campaign/comparison-page.ts";
import type { ListedChunk } from "./tables/chunk-table.ts";

/** Limit per suite in an exported folder, as ten campaigns already make 45 comparisons. A server composes each on request. */
export const MOST_COMPARED = 10;

/** Lists the comparisons of judged campaigns of each suite, with the earlier as the base. */
export function* comparisonChunks(results: StoredResults, most = Number.POSITIVE_INFINITY): Generator<ListedChunk> {
  const bySuite = new Map<string, ListedResult[]>();
  for (const listed of results.list()) {
    const known = bySuite.get(listed.suite_id) ?? [];
    if (listed.evaluation_profile !== null && known.length < most) bySuite.set(listed.suite_id, [...known, listed]);
  }
  for (const campaigns of bySuite.values())
    for (const [at, candidate] of campaigns.entries())
      for (const base of campaigns.slice(at + 1))
        yield [
          chunkName("comparison", writeCampaignName(base), writeCampaignName(candidate)),
          () => composeComparisonPage(results, base, candidate),
        ];
}
