import { damageByRecord, isLeftOf, takeOut } from "./damage-of-record.ts";
import { costOf, type Entry } from "./entry.ts";
import { indexProblem, readBlocks } from "./index-blocks.ts";
import type { StoredSegment } from "./medium.ts";
import { holds } from "./open-segment.ts";
import { identityWithin, noteDamage, type SegmentsState } from "./segments-state.ts";

/**
 * Reports records that are in the index but no longer in the log; the index knows them best. If bytes were lost, the scan found the same
 * record at another offset, which is not a second damage.
 */
export function reportMissing(
  { damaged }: SegmentsState,
  name: string,
  known: Iterable<Entry>,
  found: readonly Entry[],
): void {
  const there = new Set(found.map(identityWithin));
  if (wasPrunedSince(known, found)) return;
  const scanned = damageByRecord(damaged.values(), name);
  for (const entry of known) {
    if (there.has(identityWithin(entry))) continue;
    const { kind, key, place } = entry;
    const here = `log/${name}.jsonl, byte ${entry.offset}`;
    const inPlace = isLeftOf(entry, damaged.get(here)) ? damaged.get(here)! : null;
    const { where, problem } = inPlace ??
      scanned.get(`${kind} ${key}`)?.shift() ?? { where: here, problem: "it is no longer in the log" };
    if (inPlace) takeOut(scanned, inPlace);
    damaged.set(where, { where, kind, key, place, problem, cost_usd: costOf(entry) });
  }
}

/** Reports an index that disagrees with its log. If indexes are not trusted, it can at most tell what was lost. */
export function reportFalseIndex(state: SegmentsState, stored: StoredSegment, found: readonly Entry[]): void {
  const where = `log/${stored.name}.index`;
  const blame = (problem: string) =>
    noteDamage(state, { where, kind: null, key: null, place: null, problem, cost_usd: null });
  try {
    const indexed = readBlocks(stored.name, stored.readIndex());
    const isBelieved = indexed.reachesTo <= stored.size() && holds(stored, indexed.last);
    const problem = isBelieved ? indexProblem(indexed, found) : null;
    if (problem !== null) blame(problem);
    reportMissing(state, stored.name, indexed.entries, found);
  } catch {
    blame("it cannot be read; delete it, and it is made again");
  }
}

/** Returns whether records were pruned after this process or the index had read them. */
function wasPrunedSince(known: Iterable<Entry>, found: readonly Entry[]): boolean {
  const pruned = found.filter(({ kind }) => kind === "prune");
  if (pruned.length === 0) return false;
  const before = new Set<string>();
  for (const entry of known) if (entry.kind === "prune") before.add(identityWithin(entry));
  return pruned.some((entry) => !before.has(identityWithin(entry)));
}
