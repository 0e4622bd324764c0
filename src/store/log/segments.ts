import type { RecordKind } from "../../records/index.ts";
import { Catalogue } from "./catalogue.ts";
import { CostIndex, type SpentInAll } from "./cost-index.ts";
import { damageByRecord, isLeftOf, takeOut } from "./damage-of-record.ts";
import { BARE_KINDS, costOf, type Entry, type FoundDamage } from "./entry.ts";
import { indexProblem, readBlocks, writeIndex } from "./index-blocks.ts";
import { readLine } from "./line.ts";
import type { Medium, StoredSegment } from "./medium.ts";
import { holds, isShorter, type OpenSegment, reasonOf, troubles } from "./open-segment.ts";
import { OwnAppends } from "./own-appends.ts";
import { entryOf, type Scanned, scanSegment } from "./scan.ts";

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

const NO_BYTES = Buffer.alloc(0);
/** Size of unindexed log that is worth writing an index. */
const REINDEX_BYTES = 256 * 1024;

/** @param believeIndex false reads every record from the log and compares the index with it */
export function openSegments(medium: Medium, { believeIndex = true } = {}): Segments {
  let catalogue = new Catalogue();
  let newestOfOthers = 0;
  const own = new OwnAppends();
  const spending = new CostIndex();
  const segments = new Map<string, OpenSegment>();
  const damaged = new Map<string, FoundDamage>();

  function report(found: FoundDamage): void {
    if (!damaged.has(found.where)) damaged.set(found.where, found);
  }

  function take(stored: StoredSegment): OpenSegment {
    const known = segments.get(stored.name);
    const segment = known ?? { stored, reachesTo: 0, isOwn: false, isMended: false, trouble: null };
    segments.set(stored.name, segment);
    return segment;
  }

  function add({ isOwn }: OpenSegment, entries: Iterable<Entry>): void {
    for (const entry of entries) {
      if (!spending.take(entry)) catalogue.add(entry);
      if (!isOwn && entry.at > newestOfOthers) newestOfOthers = entry.at;
    }
  }

  /** Adds a new segment: its index, and the rest from the log. */
  function read(segment: OpenSegment): void {
    const { stored } = segment;
    if (!believeIndex) {
      reportFalseIndex(stored, readTail(segment).entries);
      return;
    }
    const indexed = readBlocks(stored.name, stored.readIndex());
    const agrees = indexed.reachesTo <= stored.size() && holds(stored, indexed.last);
    if (agrees) {
      add(segment, indexed.entries);
      segment.reachesTo = indexed.reachesTo;
    }
    const from = segment.reachesTo;
    const scanned = readTail(segment);
    if (!agrees) reportMissing(stored.name, indexed.entries, scanned.entries);
    // An index would let later readers skip the scan, and so miss the damage.
    if (scanned.damaged.length > 0 || scanned.reachesTo - from <= REINDEX_BYTES || stored.isBeingWritten()) return;
    stored.replaceIndex(writeIndex(stored.name, agrees ? [...indexed.entries, ...scanned.entries] : scanned.entries));
  }

  function readTail(segment: OpenSegment): Scanned {
    const scanned = scanSegment(segment.stored, segment.reachesTo);
    add(segment, scanned.entries);
    scanned.damaged.forEach(report);
    segment.reachesTo = scanned.reachesTo;
    const lost = scanned.isCutOff && !segment.stored.isBeingWritten();
    segment.trouble = lost ? "its last line is cut off; that record is lost" : null;
    return scanned;
  }

  /**
   * Reports records that are in the index but no longer in the log; the index knows them best. If bytes were lost, the scan found the same
   * record at another offset, which is not a second damage.
   */
  function reportMissing(name: string, known: Iterable<Entry>, found: readonly Entry[]): void {
    const there = new Set(found.map(identityOf));
    if (wasPrunedSince(known, found)) return;
    const scanned = damageByRecord(damaged.values(), name);
    for (const entry of known) {
      if (there.has(identityOf(entry))) continue;
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
  function reportFalseIndex(stored: StoredSegment, found: readonly Entry[]): void {
    const where = `log/${stored.name}.index`;
    const blame = (problem: string) => report({ where, kind: null, key: null, place: null, problem, cost_usd: null });
    try {
      const indexed = readBlocks(stored.name, stored.readIndex());
      const isBelieved = indexed.reachesTo <= stored.size() && holds(stored, indexed.last);
      const problem = isBelieved ? indexProblem(indexed, found) : null;
      if (problem !== null) blame(problem);
      reportMissing(stored.name, indexed.entries, found);
    } catch {
      blame("it cannot be read; delete it, and it is made again");
    }
  }

  /** Treats unreadable data as missing and reports it, so that a bad segment does not affect others. */
  function attempt(segment: OpenSegment, act: () => void): void {
    try {
      act();
    } catch (error) {
      segment.trouble = `it cannot be read (${reasonOf(error)})`;
    }
  }

  function refresh(): void {
    const now = medium.segments();
    const others = [...segments.values()].filter(({ isOwn }) => !isOwn);
    const shorter = others.filter(isShorter);
    // Scan these now: otherwise only a read of unexpected bytes would reveal it, and lists come from the catalogue alone.
    if (shorter.length > 0) scanAnew(shorter);
    for (const segment of others) attempt(segment, () => readTail(segment));
    for (const stored of now) {
      if (segments.has(stored.name)) continue;
      const segment = take(stored);
      attempt(segment, () => read(segment));
    }
  }

  /** Returns whether a segment's writer may have been killed. One on another machine counts as killed: with money, doubt means yes. */
  function isKilled(name: string): boolean {
    const { isOwn, stored } = segments.get(name)!;
    return !isOwn && !stored.hasRunningWriter();
  }

  function readBytes({ segment, offset, length }: Entry): Buffer {
    const found = segments.get(segment)!;
    let bytes: Buffer = NO_BYTES;
    attempt(found, () => {
      bytes = found.stored.read(offset, length);
    });
    return bytes;
  }

  /** Adds this process's appends to the catalogue, read from the log. */
  function takeIn(kind: RecordKind): void {
    const waiting = own.take(kind);
    const entries = waiting.map(readHead);
    if (entries.includes(null)) scanAnew([segments.get(waiting[0]!.segment)!], waiting);
    else for (const entry of entries) catalogue.add(entry!);
  }

  function readHead(known: Entry): Entry | null {
    const read = readLine(readBytes(known));
    if (!read.ok || identityOf(read.line) !== identityOf(known)) return null;
    return entryOf(read.line, known);
  }

  /**
   * @param waiting entries of our own segment that are in no catalogue yet
   * @returns number of intact records
   */
  function scanAnew(stale: readonly OpenSegment[], waiting: readonly Entry[] = [], { holdIndex = false } = {}): number {
    const { rest, removed } = catalogue.without(stale.map(({ stored }) => stored.name));
    catalogue = rest;
    let whole = 0;
    for (const segment of stale) {
      const { name } = segment.stored;
      const known = [...removed.get(name)!, ...(segment.isOwn ? [...waiting, ...own.takeAll()] : [])];
      removed.delete(name);
      spending.forget(name);
      segment.isMended = true;
      segment.reachesTo = 0;
      attempt(segment, () => {
        const { entries } = readTail(segment);
        whole += entries.length;
        reportMissing(name, known, entries);
        if (holdIndex) reportFalseIndex(segment.stored, entries);
      });
    }
    return whole;
  }

  refresh();
  return {
    has: (kind, key) => catalogue.has(kind, key) || own.has(kind, key),
    newestAt: (kind, key) => own.newestAt(kind, key) ?? catalogue.newestAt(kind, key),
    catalogue(kind, key) {
      if (key === undefined || own.has(kind, key)) takeIn(kind);
      return catalogue;
    },
    newestOfOthers: () => newestOfOthers,
    spent: (name) => spending.of(name, isKilled),
    read: readBytes,
    takeOwn(stored) {
      take(stored).isOwn = true;
    },
    addOwn(entry) {
      if (spending.take(entry)) return;
      if (BARE_KINDS.has(entry.kind)) catalogue.add(entry);
      else own.add(entry);
    },
    refresh,
    mend(name) {
      const segment = segments.get(name)!;
      if (!segment.isMended) scanAnew([segment]);
    },
    report,
    verify: () => scanAnew([...segments.values()], [], { holdIndex: true }),
    damaged: () => [...damaged.values(), ...troubles(segments.values())],
  };
}

/** Returns whether records were pruned after this process or the index had read them. */
function wasPrunedSince(known: Iterable<Entry>, found: readonly Entry[]): boolean {
  const pruned = found.filter(({ kind }) => kind === "prune");
  if (pruned.length === 0) return false;
  const before = new Set<string>();
  for (const entry of known) if (entry.kind === "prune") before.add(identityOf(entry));
  return pruned.some((entry) => !before.has(identityOf(entry)));
}

/** Identifies a record within its segment. */
function identityOf({ kind, key, at }: Pick<Entry, "kind" | "key" | "at">): string {
  return `${kind} ${at} ${key}`;
}
