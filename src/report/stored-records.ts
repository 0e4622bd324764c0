import type { CallRecord, RunRecord } from "../records/index.ts";

/**
 * What the store has beyond the report, for formats that carry the words themselves. One record is read at a time, so that a format may
 * go through a campaign of any size. Null for what is not there or damaged.
 */
export interface StoredRecords {
  run(runId: string): RunRecord | null;
  call(callId: string): CallRecord | null;
  text(sha256: string): string | null;
  /** When a run was stored, in milliseconds since 1970; from the index alone. */
  ranAt(runId: string): number | null;
  calledAt(callId: string): number | null;
}

/** For whoever has a report and no store. */
export const NO_RECORDS: StoredRecords = {
  run: () => null,
  call: () => null,
  text: () => null,
  ranAt: () => null,
  calledAt: () => null,
};
