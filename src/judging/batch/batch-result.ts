import type { BatchResult } from "./scoring/result.ts";

/** Validates the fields that comparisons and pages use, and only these. */
export function isBatchResult(value: Partial<BatchResult> | null): value is BatchResult {
  return (
    value?.schema_version === 1 &&
    [value.measuring, value.scoring, value.scores, value.sample].every((part) => typeof part === "object" && part) &&
    Array.isArray(value.sample?.strata) &&
    Array.isArray(value.items) &&
    value.items.every((item) => item && (item.score === null || typeof item.score === "number"))
  );
}
