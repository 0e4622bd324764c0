import type { Catalogue } from "./catalogue.ts";
import type { CostIndex } from "./cost-index.ts";
import type { Entry, FoundDamage } from "./entry.ts";
import type { Medium, StoredSegment } from "./medium.ts";
import { type OpenSegment, reasonOf } from "./open-segment.ts";
import type { OwnAppends } from "./own-appends.ts";

/** Segments of a store as far as they were read, with the catalogue of their records. */
export interface SegmentsState {
  medium: Medium;
  /** False reads every record from the log and compares the index with it. */
  believeIndex: boolean;
  catalogue: Catalogue;
  /** Time of the last append by another process. */
  newestOfOthers: number;
  own: OwnAppends;
  costs: CostIndex;
  segments: Map<string, OpenSegment>;
  damaged: Map<string, FoundDamage>;
}

export function openSegment({ segments }: SegmentsState, stored: StoredSegment): OpenSegment {
  const known = segments.get(stored.name);
  const segment = known ?? { stored, reachesTo: 0, isOwn: false, isMended: false, trouble: null };
  segments.set(stored.name, segment);
  return segment;
}

export function addEntries(state: SegmentsState, { isOwn }: OpenSegment, entries: Iterable<Entry>): void {
  for (const entry of entries) {
    if (!state.costs.take(entry)) state.catalogue.add(entry);
    if (!isOwn && entry.at > state.newestOfOthers) state.newestOfOthers = entry.at;
  }
}

export function noteDamage({ damaged }: SegmentsState, found: FoundDamage): void {
  if (!damaged.has(found.where)) damaged.set(found.where, found);
}

/** Treats unreadable data as missing and reports it, so that a bad segment does not affect others. */
export function attemptOn(segment: OpenSegment, act: () => void): void {
  try {
    act();
  } catch (error) {
    segment.trouble = `it cannot be read (${reasonOf(error)})`;
  }
}

/** Identifies a record within its segment. */
export function identityWithin({ kind, key, at }: Pick<Entry, "kind" | "key" | "at">): string {
  return `${kind} ${at} ${key}`;
}
