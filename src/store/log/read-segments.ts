import type { RecordKind } from "../../records/index.ts";
import { reportFalseIndex, reportMissing } from "./compare-with-index.ts";
import type { Entry } from "./entry.ts";
import { readBlocks, writeIndex } from "./index-blocks.ts";
import { readLine } from "./line.ts";
import { holds, isShorter, type OpenSegment } from "./open-segment.ts";
import { entryOf, type Scanned, scanSegment } from "./scan.ts";
import {
  addEntries,
  attemptOn,
  identityWithin,
  noteDamage,
  openSegment,
  type SegmentsState,
} from "./segments-state.ts";

const NO_BYTES = Buffer.alloc(0);
/** Size of unindexed log that is worth writing an index. */
const REINDEX_BYTES = 256 * 1024;

export function refreshSegments(state: SegmentsState): void {
  const { medium, segments } = state;
  const now = medium.segments();
  const others = [...segments.values()].filter(({ isOwn }) => !isOwn);
  const shorter = others.filter(isShorter);
  // Scan these now: otherwise only a read of unexpected bytes would reveal it, and lists come from the catalogue alone.
  if (shorter.length > 0) scanAnew(state, shorter);
  for (const segment of others) attemptOn(segment, () => readSegmentTail(state, segment));
  for (const stored of now) {
    if (segments.has(stored.name)) continue;
    const segment = openSegment(state, stored);
    attemptOn(segment, () => readNewSegment(state, segment));
  }
}

/** Adds a new segment: its index, and the rest from the log. */
function readNewSegment(state: SegmentsState, segment: OpenSegment): void {
  const { stored } = segment;
  if (!state.believeIndex) {
    reportFalseIndex(state, stored, readSegmentTail(state, segment).entries);
    return;
  }
  const indexed = readBlocks(stored.name, stored.readIndex());
  const agrees = indexed.reachesTo <= stored.size() && holds(stored, indexed.last);
  if (agrees) {
    addEntries(state, segment, indexed.entries);
    segment.reachesTo = indexed.reachesTo;
  }
  const from = segment.reachesTo;
  const scanned = readSegmentTail(state, segment);
  if (!agrees) reportMissing(state, stored.name, indexed.entries, scanned.entries);
  // An index would let later readers skip the scan, and so miss the damage.
  if (scanned.damaged.length > 0 || scanned.reachesTo - from <= REINDEX_BYTES || stored.isBeingWritten()) return;
  stored.replaceIndex(writeIndex(stored.name, agrees ? [...indexed.entries, ...scanned.entries] : scanned.entries));
}

function readSegmentTail(state: SegmentsState, segment: OpenSegment): Scanned {
  const scanned = scanSegment(segment.stored, segment.reachesTo);
  addEntries(state, segment, scanned.entries);
  for (const damage of scanned.damaged) noteDamage(state, damage);
  segment.reachesTo = scanned.reachesTo;
  const lost = scanned.isCutOff && !segment.stored.isBeingWritten();
  segment.trouble = lost ? "its last line is cut off; that record is lost" : null;
  return scanned;
}

/** Adds this process's appends to the catalogue, read from the log. */
export function takeOwnAppends(state: SegmentsState, kind: RecordKind): void {
  const waiting = state.own.take(kind);
  const entries = waiting.map((known) => readHead(state, known));
  if (entries.includes(null)) scanAnew(state, [state.segments.get(waiting[0]!.segment)!], waiting);
  else for (const entry of entries) state.catalogue.add(entry!);
}

export function readEntryBytes({ segments }: SegmentsState, { segment, offset, length }: Entry): Buffer {
  const found = segments.get(segment)!;
  let bytes: Buffer = NO_BYTES;
  attemptOn(found, () => {
    bytes = found.stored.read(offset, length);
  });
  return bytes;
}

function readHead(state: SegmentsState, known: Entry): Entry | null {
  const read = readLine(readEntryBytes(state, known));
  if (!read.ok || identityWithin(read.line) !== identityWithin(known)) return null;
  return entryOf(read.line, known);
}

/**
 * @param waiting entries of our own segment that are in no catalogue yet
 * @returns number of intact records
 */
export function scanAnew(
  state: SegmentsState,
  stale: readonly OpenSegment[],
  waiting: readonly Entry[] = [],
  { holdIndex = false } = {},
): number {
  const { own, costs } = state;
  const { rest, removed } = state.catalogue.without(stale.map(({ stored }) => stored.name));
  state.catalogue = rest;
  let whole = 0;
  for (const segment of stale) {
    const { name } = segment.stored;
    const known = [...removed.get(name)!, ...(segment.isOwn ? [...waiting, ...own.takeAll()] : [])];
    removed.delete(name);
    costs.forget(name);
    segment.isMended = true;
    segment.reachesTo = 0;
    attemptOn(segment, () => {
      const { entries } = readSegmentTail(state, segment);
      whole += entries.length;
      reportMissing(state, name, known, entries);
      if (holdIndex) reportFalseIndex(state, segment.stored, entries);
    });
  }
  return whole;
}
