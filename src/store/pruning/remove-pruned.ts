import { rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeLeftovers } from "../files/leftovers.ts";
import { type LockHolder, takeLock } from "../files/lock.ts";
import { LOG_FOLDER } from "../layout.ts";
import type { Entry } from "../log/entry.ts";
import { removeTree } from "../trial-files.ts";
import { atWork } from "./at-work.ts";
import type { Pruning } from "./plan-pruning.ts";
import { pruningLock } from "./pruning-lock.ts";
import { rewriteSegment } from "./rewrite-segment.ts";

/** What is taken out besides records: paths relative to outputs/. */
interface PrunedPlaces {
  /** Folders that hold nothing else. */
  folders: string[];
}

export interface RemoveOptions {
  now: () => number;
  /** What is to go, found out when nobody else may store anything. */
  plan: () => Promise<Pruning & PrunedPlaces>;
}

export type PruneOutcome = { ok: true; pruning: Pruning } | { ok: false; problem: string };

/**
 * Takes records and their files out of a store. Records that newer ones have replaced go before the newer ones do, so that whatever interrupts it brings no old
 * result back; files go last, so that no record is without its own. A process that is killed over it has taken out a part, and the next one takes out the rest.
 */
export async function removePruned(outputs: string, { now, plan }: RemoveOptions): Promise<PruneOutcome> {
  const locked = takeLock(pruningLock(outputs));
  if (!locked.ok) return { ok: false, problem: `${nameOf(locked.holder)} is pruning it right now` };
  try {
    if (locked.dead) removeLeftovers(locked.dead, [join(outputs, LOG_FOLDER)]);
    const busy = atWork(outputs);
    if (busy) return { ok: false, problem: `${busy} is using it; prune when it has finished` };
    const pruning = await plan();
    const [older, newest] = olderFirst(pruning.entries).map(bySegment) as [BySegment, BySegment];
    const log = join(outputs, LOG_FOLDER);
    for (const [name, removed] of older) rewriteSegment(log, name, removed, now());
    for (const [name, removed] of newest) rewriteSegment(log, name, movedUp(removed, older.get(name) ?? []), now());
    for (const path of pruning.folders) removeTree(join(outputs, path));
    removeEmptyParents(outputs, pruning.folders);
    return { ok: true, pruning };
  } finally {
    locked.lock.release();
  }
}

function nameOf({ pid, host }: LockHolder): string {
  return `process ${pid} on ${host}`;
}

/** Within a key and at a place, everything but the newest; then the newest. */
function olderFirst(entries: readonly Entry[]): [Entry[], Entry[]] {
  const newest = new Map<string, Entry>();
  const nameOfEntry = ({ kind, key, place }: Entry) => `${kind} ${place ?? key}`;
  for (const entry of entries) {
    const other = newest.get(nameOfEntry(entry));
    if (!other || entry.at > other.at) newest.set(nameOfEntry(entry), entry);
  }
  const isNewest = (entry: Entry) => newest.get(nameOfEntry(entry)) === entry;
  return [entries.filter((entry) => !isNewest(entry)), entries.filter(isNewest)];
}

type BySegment = Map<string, Entry[]>;

function bySegment(entries: readonly Entry[]): BySegment {
  const segments: BySegment = new Map();
  for (const entry of entries) {
    const known = segments.get(entry.segment);
    if (known) known.push(entry);
    else segments.set(entry.segment, [entry]);
  }
  return segments;
}

/** Where records lie when those before them are gone. */
function movedUp(entries: readonly Entry[], gone: readonly Entry[]): Entry[] {
  const before = [...gone].sort((one, other) => one.offset - other.offset);
  let [next, bytes] = [0, 0];
  return [...entries]
    .sort((one, other) => one.offset - other.offset)
    .map((entry) => {
      for (; next < before.length && before[next]!.offset < entry.offset; next += 1) bytes += before[next]!.length;
      return { ...entry, offset: entry.offset - bytes };
    });
}

/** A bucket of artifacts, or the folder of a suite, that held nothing else. */
function removeEmptyParents(outputs: string, folders: readonly string[]): void {
  for (const parent of new Set(folders.map(dirname)))
    try {
      rmdirSync(join(outputs, parent));
    } catch {
      // It holds something else.
    }
}
