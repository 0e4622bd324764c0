import { type CampaignListing, type CampaignRecord, type KeptPlan, problemOfRecord } from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";
import { jsonOrNull } from "../../../text/index.ts";
import type { Difference } from "./difference.ts";
import { textByHash } from "./text-by-hash.ts";

/** Reads the listing that a campaign's record names; empty if it names none. */
export function readListing(
  store: Store,
  { listing_sha256 }: CampaignRecord,
): { listing: CampaignListing; differences: Difference[]; missing: string[] } {
  const none: CampaignListing = { cases: [], sample_sizes: {} };
  if (listing_sha256 === undefined) return { listing: none, differences: [], missing: [] };
  const what = "the listing of the campaign";
  const read = textByHash(store, what, listing_sha256);
  if (read.text === null) return { listing: none, differences: read.differences, missing: read.missing };
  const listing = jsonOrNull(read.text);
  const problem = problemOfRecord("listing", listing);
  if (problem !== null) return { listing: none, differences: [malformedRecord(what, problem)], missing: [] };
  return { listing: listing as CampaignListing, differences: [], missing: [] };
}

/**
 * Merges the plans in all records of the campaign, since its parts may have been planned on different machines. The newest counts
 * for each trial.
 */
export function plansTogether(store: Store, key: string): KeptPlan | null {
  let plan: KeptPlan | null = null;
  for (const entry of store.entries("campaign", key).toReversed()) {
    const record = store.readEntry(entry);
    if (record === null || problemOfRecord("campaign", record) !== null) continue;
    const { listing } = readListing(store, record);
    for (const [model, cases] of Object.entries(listing.plan ?? {}))
      for (const [id, repetitions] of Object.entries(cases)) {
        plan ??= {};
        plan[model] = { ...plan[model], [id]: { ...plan[model]?.[id], ...repetitions } };
      }
  }
  return plan;
}

export function malformedRecord(what: string, problem: string): Difference {
  return { what, stored: problem, found: "a record that can be read" };
}
