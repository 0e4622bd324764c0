import { rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { groupBy } from "../../text/index.ts";
import { removeLeftovers } from "../files/leftovers.ts";
import { type LockHolder, takeLock } from "../files/lock.ts";
import { LOG_FOLDER } from "../layout.ts";
import type { Entry } from "../log/entry.ts";
import { removeTree } from "../trial-files.ts";
import { atWork, type LockDepths, type WorkingProcess } from "./at-work.ts";
import type { Pruning } from "./plan-pruning.ts";
import { pruningLock } from "./pruning-lock.ts";
import { rewriteSegment } from "./rewrite-segment.ts";

/** Paths to remove besides records, relative to outputs/. */
interface PrunedPlaces {
  /** Folders to remove completely. */
  folders: string[];
}

export interface RemoveOptions {
  lockDepths: LockDepths;
  now: () => number;
  /** Called when no other process can write. */
  plan: () => Promise<Pruning & PrunedPlaces>;
}

export type PruneOutcome = { ok: true; pruning: Pruning } | { ok: false; problem: string; by: WorkingProcess };

/**
 * Removes records and their files from a store. Replaced records go before newer ones, so that an interruption cannot bring old results
 * back; files go last, so that no record lacks its own. If killed, the next call removes the rest.
 */
export async function removePruned(outputs: string, { lockDepths, now, plan }: RemoveOptions): Promise<PruneOutcome> {
  const locked = takeLock(pruningLock(outputs));
  if (!locked.ok) return { ok: false, problem: `${nameOf(locked.holder)} is pruning it right now`, by: locked.holder };
  try {
    if (locked.dead) removeLeftovers(locked.dead, [join(outputs, LOG_FOLDER)]);
    const busy = atWork(outputs, lockDepths);
    if (busy) return { ok: false, problem: `${busy.called} is using it; prune when it has finished`, by: busy.by };
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

/** Splits into replaced records, which go first, and the newest per key and place. */
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
  return groupBy(entries, ({ segment }) => segment);
}

/** Adjusts records' positions after the removal of earlier ones. */
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

/** Removes emptied buckets of artifacts and suites' folders. */
function removeEmptyParents(outputs: string, folders: readonly string[]): void {
  for (const parent of new Set(folders.map(dirname)))
    try {
      rmdirSync(join(outputs, parent));
    } catch {
      // It is not empty.
    }
}
