import {
  compactRecord,
  expandRecord,
  factsOf,
  isReusable,
  type RecordKind,
  type RecordValues,
} from "../../records/index.ts";
import type { SpentInAll } from "./cost-index.ts";
import { costOf, type DamagedRecord, type Entry, type FoundDamage } from "./entry.ts";
import { openFlushing } from "./flushing.ts";
import { ENTRIES_IN_A_BLOCK, writeBlock } from "./index-blocks.ts";
import { readLine, valueWithin, writeLine } from "./line.ts";
import type { Medium } from "./medium.ts";
import { openSegments } from "./segments.ts";

/** Record to append. */
interface NewRecord<Kind extends RecordKind = RecordKind> {
  kind: Kind;
  key: string;
  place?: string | null;
  value: RecordValues[Kind];
}

/** Stored record with its entry. */
export interface ReadRecord<Kind extends RecordKind> {
  entry: Entry<Kind>;
  value: RecordValues[Kind];
}

/** Log of a store: appends records to a segment of this process, and reads those of all. */
export interface Log {
  /** Appends a record that survives a crash once this returns. Throws the file system's error, and then keeps nothing of it. */
  append<Kind extends RecordKind>(record: NewRecord<Kind>): Entry<Kind>;
  has(kind: RecordKind, key: string): boolean;
  /** Returns a key's records from the index, newest first. */
  entries<Kind extends RecordKind>(kind: Kind, key: string): readonly Entry<Kind>[];
  /** Reads the newest intact record of a key; damaged ones are skipped and reported. */
  read<Kind extends RecordKind>(kind: Kind, key: string): ReadRecord<Kind> | null;
  readEntry<Kind extends RecordKind>(entry: Entry<Kind>): RecordValues[Kind] | null;
  /** Returns whether a record matches its hash; a damaged one is reported. */
  isWhole(entry: Entry): boolean;
  at<Kind extends RecordKind>(kind: Kind, place: string): Entry<Kind> | null;
  /** The newest record at each place. */
  places<Kind extends RecordKind>(kind: Kind): Iterable<Entry<Kind>>;
  /** The newest record of each key. */
  keys<Kind extends RecordKind>(kind: Kind): Iterable<Entry<Kind>>;
  /** Returns the total spending under a name, by all processes as far as read. */
  spent(name: string): SpentInAll;
  /** Damage found so far. */
  damaged(): readonly DamagedRecord[];
  /** Returns known damage of a key or place without an intact copy; otherwise null. */
  lost(kind: RecordKind, key: string, place?: string): DamagedRecord | null;
  /** Checks every record against its hash and returns the number of intact ones. */
  verify(): number;
  /** Reads what other processes have appended since. */
  refresh(): void;
  /** Resolves when all appended records are on disk and in the index. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function openLog(medium: Medium, now: () => number, options: { believeIndex?: boolean } = {}): Log {
  const segments = openSegments(medium, options);
  const writer = medium.openWriter();
  const flushing = openFlushing(() => writer.sync());
  let unindexed: Entry[] = [];
  let indexedTo = 0;
  let lastAt = 0;
  let isClosed = false;

  function writeIndex(): void {
    const last = unindexed.at(-1);
    if (!last) return;
    const block = { from: indexedTo, to: last.offset + last.length, entries: unindexed };
    writer.appendIndex(writeBlock(writer.segment()!.name, block));
    indexedTo = block.to;
    unindexed = [];
  }

  /** Returns a time after everything this process has seen, so that setting a clock back cannot make old records win. */
  function nextMoment(kind: RecordKind, key: string): number {
    const sameKey = (segments.newestAt(kind, key) ?? -1) + 1;
    return Math.max(now(), lastAt, segments.newestOfOthers() + 1, sameKey);
  }

  function append<Kind extends RecordKind>({ kind, key, place = null, value }: NewRecord<Kind>): Entry<Kind> {
    if (isClosed) throw new Error("the store is closed");
    flushing.throwFailure();
    const facts = factsOf(kind, value);
    const at = nextMoment(kind, key);
    const { bytes, sha256 } = writeLine({ kind, key, place, at }, JSON.stringify(compactRecord(kind, value)));
    const position = writer.append(bytes);
    lastAt = at;
    const stored = writer.segment()!;
    segments.takeOwn(stored);
    const entry: Entry<Kind> = { kind, key, place, at, sha256, facts, segment: stored.name, ...position };
    segments.addOwn(entry as Entry);
    unindexed.push(entry as Entry);
    if (unindexed.length >= ENTRIES_IN_A_BLOCK) writeIndex();
    flushing.soon();
    return entry;
  }

  /** Reads a record's value as text; reports a damaged one and returns null. */
  function wholeValue(entry: Entry): string | null {
    const bytes = segments.read(entry);
    const within = entry.sha256 === "" ? null : valueWithin(bytes, entry.sha256);
    if (within) return bytes.toString("utf8", within.start, within.end);
    const found = readAt(bytes, entry);
    if (found.ok) return found.value;
    // If bytes were lost or inserted, later records have moved: scan for them.
    segments.mend(entry.segment);
    const { kind, key, place, at, segment, offset } = entry;
    const moved = segments
      .catalogue(kind, key)
      .of(kind, key)
      .find((other) => other.at === at && other.segment === segment);
    const again = moved ? readAt(segments.read(moved), entry) : found;
    if (again.ok) return again.value;
    const where = `log/${segment}.jsonl, byte ${offset}`;
    segments.report({ where, kind, key, place, problem: again.problem, cost_usd: costOf(entry) });
    return null;
  }

  function readEntry<Kind extends RecordKind>(entry: Entry<Kind>): RecordValues[Kind] | null {
    const value = wholeValue(entry);
    return value === null ? null : expandRecord(entry.kind, JSON.parse(value) as RecordValues[Kind]);
  }

  function read<Kind extends RecordKind>(kind: Kind, key: string): ReadRecord<Kind> | null {
    for (const entry of segments.catalogue(kind, key).of(kind, key)) {
      const value = readEntry(entry);
      if (value !== null) return { entry, value };
    }
    return null;
  }

  /** A failed run is not a copy of a successful one. */
  function hasWholeCopy({ kind, key }: FoundDamage): boolean {
    if (kind === null || key === null) return false;
    return segments
      .catalogue(kind, key)
      .of(kind, key)
      .some((entry) => (kind !== "run" || isReusable((entry as Entry<"run">).facts.status)) && isWhole(entry));
  }

  // Ten thousand runs are checked before reuse; most are intact, which is visible without parsing them.
  function isWhole(entry: Entry): boolean {
    const isSeenWhole = entry.sha256 !== "" && valueWithin(segments.read(entry), entry.sha256) !== null;
    return isSeenWhole || wholeValue(entry) !== null;
  }

  function damaged(): DamagedRecord[] {
    // Looking for copies may find more damage.
    for (let known = -1; known !== segments.damaged().length; ) {
      known = segments.damaged().length;
      segments.damaged().forEach(hasWholeCopy);
    }
    return segments.damaged().map((found) => ({ ...found, healed: hasWholeCopy(found) }));
  }

  return {
    append,
    has: segments.has,
    entries: (kind, key) => segments.catalogue(kind, key).of(kind, key),
    read,
    readEntry,
    isWhole,
    at: (kind, place) => segments.catalogue(kind).at(kind, place),
    places: (kind) => segments.catalogue(kind).places(kind),
    keys: (kind) => segments.catalogue(kind).keys(kind),
    spent: segments.spent,
    damaged,
    lost(kind, key, place) {
      // If the key itself is damaged, the place identifies the record.
      const isIt = (damage: FoundDamage) =>
        damage.key === key || (place !== undefined && damage.place === place && !segments.has(kind, damage.key ?? ""));
      const found = segments.damaged().find((damage) => damage.kind === kind && isIt(damage));
      return found && !hasWholeCopy(found) ? { ...found, healed: false } : null;
    },
    verify: segments.verify,
    refresh: segments.refresh,
    async flush() {
      await flushing.finish();
      writeIndex();
      flushing.throwFailure();
    },
    async close() {
      isClosed = true;
      await flushing.finish();
      writeIndex();
      writer.close();
      medium.close();
      flushing.throwUntoldFailure();
    },
  };
}

/** Reads a line if it is intact and still the same record. */
function readAt(bytes: Buffer, entry: Entry): { ok: true; value: string } | { ok: false; problem: string } {
  const read = readLine(bytes);
  if (!read.ok) return read;
  const { kind, key, at, value } = read.line;
  const isSame = kind === entry.kind && key === entry.key && at === entry.at;
  return isSame ? { ok: true, value } : { ok: false, problem: "another record is in its place" };
}
