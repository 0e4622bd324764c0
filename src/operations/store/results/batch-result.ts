import type { batch } from "../../../judging/index.ts";

/** What a comparison and a page rest on is looked at; whoever edits the rest by hand has himself to blame. */
export function isBatchResult(value: Partial<batch.BatchResult> | null): value is batch.BatchResult {
  return (
    value?.schema_version === 1 &&
    [value.measuring, value.scoring, value.scores, value.sample].every((part) => typeof part === "object" && part) &&
    Array.isArray(value.sample?.strata) &&
    Array.isArray(value.items) &&
    value.items.every((item) => item && (item.score === null || typeof item.score === "number"))
  );
}
