import type { RecordKind } from "../../records/index.ts";
import { Catalogue } from "./catalogue.ts";
import { CostIndex, type SpentInAll } from "./cost-index.ts";
import { BARE_KINDS, type Entry, type FoundDamage } from "./entry.ts";
import type { Medium, StoredSegment } from "./medium.ts";
import { troubles } from "./open-segment.ts";
import { OwnAppends } from "./own-appends.ts";
import { readEntryBytes, refreshSegments, scanAnew, takeOwnAppends } from "./read-segments.ts";
import { noteDamage, openSegment, type SegmentsState } from "./segments-state.ts";

/** All segments of a store with their catalogue. */
export interface Segments {
  has(kind: RecordKind, key: string): boolean;
  /** Returns the time of a key's newest record; null without any. */
  newestAt(kind: RecordKind, key: string): number | null;
  /** Returns the current catalogue, complete for this key or for the whole kind. Mending replaces it. */
  catalogue(kind: RecordKind, key?: string): Catalogue;
  /** Returns the time of the last append by another process. */
  newestOfOthers(): number;
  /** Returns the total spending under a name, by all processes as far as read. */
  spent(name: string): SpentInAll;
  /** Returns a record's bytes, valid until the next call; empty if unreadable. */
  read(entry: Entry): Buffer;
  /** Sets this process's own segment, which grows by `addOwn`. */
  takeOwn(stored: StoredSegment): void;
  addOwn(entry: Entry): void;
  /** Reads new segments and what was appended to others, except for our own. */
  refresh(): void;
  /** Reads a segment from the log again, without its index, which was wrong once. */
  mend(segment: string): void;
  report(damage: FoundDamage): void;
  damaged(): readonly FoundDamage[];
  /** Checks every record of every segment against its hash, ignoring indexes; returns the number of intact ones. */
  verify(): number;
}

/** @param believeIndex false reads every record from the log and compares the index with it */
export function openSegments(medium: Medium, { believeIndex = true } = {}): Segments {
  const state: SegmentsState = {
    medium,
    believeIndex,
    catalogue: new Catalogue(),
    newestOfOthers: 0,
    own: new OwnAppends(),
    costs: new CostIndex(),
    segments: new Map(),
    damaged: new Map(),
  };
  const { own, costs, segments, damaged } = state;
  refreshSegments(state);
  return {
    has: (kind, key) => state.catalogue.has(kind, key) || own.has(kind, key),
    newestAt: (kind, key) => own.newestAt(kind, key) ?? state.catalogue.newestAt(kind, key),
    catalogue(kind, key) {
      if (key === undefined || own.has(kind, key)) takeOwnAppends(state, kind);
      return state.catalogue;
    },
    newestOfOthers: () => state.newestOfOthers,
    spent: (name) => costs.of(name, (segment) => isKilled(state, segment)),
    read: (entry) => readEntryBytes(state, entry),
    takeOwn(stored) {
      openSegment(state, stored).isOwn = true;
    },
    addOwn(entry) {
      if (costs.take(entry)) return;
      if (BARE_KINDS.has(entry.kind)) state.catalogue.add(entry);
      else own.add(entry);
    },
    refresh: () => refreshSegments(state),
    mend(name) {
      const segment = segments.get(name)!;
      if (!segment.isMended) scanAnew(state, [segment]);
    },
    report: (damage) => noteDamage(state, damage),
    verify: () => scanAnew(state, [...segments.values()], [], { holdIndex: true }),
    damaged: () => [...damaged.values(), ...troubles(segments.values())],
  };
}

/** Returns whether a segment's writer may have been killed. One on another machine counts as killed: with money, doubt means yes. */
function isKilled({ segments }: SegmentsState, name: string): boolean {
  const { isOwn, stored } = segments.get(name)!;
  return !isOwn && !stored.hasRunningWriter();
}
