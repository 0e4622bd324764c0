import { join } from "node:path";
import { writeFileUnflushed, writeJsonAtomic } from "./atomic.ts";
import { readStoredJsonSync, type StoredJson } from "./read-json.ts";

/**
 * Judge calls by the SHA-256 of the exact bytes sent, shared by all protocols: `outputs/calls/<aa>/<sha256>.json`.
 * A call is stored the moment it ends, so whatever interrupts the rest, it is never paid for again.
 */
export interface CallStore {
  read(callId: string): Promise<StoredJson>;
  /**
   * @param isFree what costs nothing may be asked again: it outlives the process like all records, but a power cut may
   * take it. Waiting for the disk would make up most of the time of judging by a program.
   */
  write(callId: string, record: unknown, isFree?: boolean): Promise<void>;
}

export function openCallStore(outputs: string): CallStore {
  const pathOf = (callId: string) => join(outputs, "calls", callId.slice(0, 2), `${callId}.json`);
  return {
    read: async (callId) => readStoredJsonSync(pathOf(callId)),
    async write(callId, record, isFree = false) {
      if (isFree) writeFileUnflushed(pathOf(callId), `${JSON.stringify(record, null, 2)}\n`);
      else await writeJsonAtomic(pathOf(callId), record);
    },
  };
}
