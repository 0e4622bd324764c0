import type { CallRecord, RunRecord } from "../records/index.ts";

/**
 * Access to stored records for formats that include texts. Reads one record at a time, for campaigns of any size. Null for missing or
 * damaged ones.
 */
export interface StoredRecords {
  run(runId: string): RunRecord | null;
  call(callId: string): CallRecord | null;
  text(sha256: string): string | null;
  /** Time at which a run was stored, in milliseconds since 1970, from the index. */
  ranAt(runId: string): number | null;
  calledAt(callId: string): number | null;
}

/** Used for reports without a store. */
export const NO_RECORDS: StoredRecords = {
  run: () => null,
  call: () => null,
  text: () => null,
  ranAt: () => null,
  calledAt: () => null,
};
