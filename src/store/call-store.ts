import { join } from "node:path";
import { writeJsonAtomic } from "./atomic.ts";
import { readStoredJson, type StoredJson } from "./read-json.ts";

/**
 * Judge calls by the SHA-256 of the exact bytes sent, shared by all protocols: `outputs/calls/<aa>/<sha256>.json`.
 * A call is stored the moment it ends, so whatever interrupts the rest, it is never paid for again.
 */
export interface CallStore {
  read(callId: string): Promise<StoredJson>;
  write(callId: string, record: unknown): Promise<void>;
}

export function openCallStore(outputs: string): CallStore {
  const pathOf = (callId: string) => join(outputs, "calls", callId.slice(0, 2), `${callId}.json`);
  return {
    read: (callId) => readStoredJson(pathOf(callId)),
    write: (callId, record) => writeJsonAtomic(pathOf(callId), record),
  };
}
