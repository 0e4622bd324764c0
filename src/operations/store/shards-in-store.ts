import type { ShardRecord } from "../../records/index.ts";
import type { ShardsInStore } from "../../report/index.ts";
import type { Log } from "../../store/index.ts";
import { addTo } from "../../text/index.ts";

/** Summarizes from the shards' records whether all parts are there. */
export function summarizeShards(log: Pick<Log, "keys" | "readEntry">): ShardsInStore[] {
  const wholes = new Map<string, ShardRecord[]>();
  for (const entry of log.keys("shard")) {
    const record = log.readEntry(entry);
    if (record !== null) addTo(wholes, `${record.whole} ${record.of}`, record);
  }
  return [...wholes.values()].map(fromNotes).sort((one, other) => (one.whole < other.whole ? -1 : 1));
}

function fromNotes(notes: ShardRecord[]): ShardsInStore {
  const [{ whole, of }] = notes as [ShardRecord];
  const parts = (wanted: ShardRecord[]) => wanted.map(({ part }) => part).sort((one, other) => one - other);
  const known = new Set(parts(notes));
  return {
    whole,
    of,
    done: parts(notes.filter(({ done, own }) => done === own)),
    unfinished: parts(notes.filter(({ done, own }) => done !== own)),
    missing: Array.from({ length: of }, (_, index) => index + 1).filter((part) => !known.has(part)),
    divided_alike: new Set(notes.map(({ division }) => division)).size === 1,
  };
}
