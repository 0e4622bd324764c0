import {
  compactRecord,
  expandRecord,
  factsOf,
  isReusable,
  type RecordKind,
  type RecordValues,
} from "../../records/index.ts";
import { costOf, type DamagedRecord, type Entry, type FoundDamage } from "./entry.ts";
import { openFlushing } from "./flushing.ts";
import { ENTRIES_IN_A_BLOCK, writeBlock } from "./index-blocks.ts";
import { readLine, valueWithin, writeLine } from "./line.ts";
import type { Medium } from "./medium.ts";
import { openSegments } from "./segments.ts";
import type { SpentInAll } from "./spending.ts";

/** A record to be appended. */
interface NewRecord<Kind extends RecordKind = RecordKind> {
  kind: Kind;
  key: string;
  place?: string | null;
  value: RecordValues[Kind];
}

/** A record as it was read back, with what is known about it. */
export interface ReadRecord<Kind extends RecordKind> {
  entry: Entry<Kind>;
  value: RecordValues[Kind];
}

/** The log of a store: records appended to a segment of this process' own, and read from those of all. */
export interface Log {
  /** Survives the end of the process when it returns. Throws what the disk says; then nothing of it was kept. */
  append<Kind extends RecordKind>(record: NewRecord<Kind>): Entry<Kind>;
  has(kind: RecordKind, key: string): boolean;
  /** All records of a key that the index knows, the newest first. */
  entries<Kind extends RecordKind>(kind: Kind, key: string): readonly Entry<Kind>[];
  /** The newest record of a key that is whole; damaged ones are passed over and named. */
  read<Kind extends RecordKind>(kind: Kind, key: string): ReadRecord<Kind> | null;
  readEntry<Kind extends RecordKind>(entry: Entry<Kind>): RecordValues[Kind] | null;
  /** Whether a record still agrees with its hash; a damaged one is named. */
  isWhole(entry: Entry): boolean;
  at<Kind extends RecordKind>(kind: Kind, place: string): Entry<Kind> | null;
  /** The newest record at every place. */
  places<Kind extends RecordKind>(kind: Kind): Iterable<Entry<Kind>>;
  /** The newest record of every key. */
  keys<Kind extends RecordKind>(kind: Kind): Iterable<Entry<Kind>>;
  /** What was spent for something, by this process and by all others whose records were taken in. */
  spent(name: string): SpentInAll;
  /** Everything found damaged so far. */
  damaged(): readonly DamagedRecord[];
  /** The damage that is known of a key, or at a place, of which nothing whole is left; null when there is none. */
  lost(kind: RecordKind, key: string, place?: string): DamagedRecord | null;
  /** Reads every record and holds it against its hash; how many are whole. */
  verify(): number;
  /** Takes in what other processes have appended since. */
  refresh(): void;
  /** Ends when everything appended is on the disk and in the index. */
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

  /** Later than whatever this process has seen, so that a clock that was set back cannot make old records win. */
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

  /** The value of a record as text; null, and named, when it is not whole. */
  function wholeValue(entry: Entry): string | null {
    const bytes = segments.read(entry);
    const within = entry.sha256 === "" ? null : valueWithin(bytes, entry.sha256);
    if (within) return bytes.toString("utf8", within.start, within.end);
    const found = readAt(bytes, entry);
    if (found.ok) return found.value;
    // Where bytes went missing or came in, everything behind them lies elsewhere: a scan finds it.
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

  /** A run that failed is no copy of one that did not. */
  function hasWholeCopy({ kind, key }: FoundDamage): boolean {
    if (kind === null || key === null) return false;
    return segments
      .catalogue(kind, key)
      .of(kind, key)
      .some((entry) => (kind !== "run" || isReusable((entry as Entry<"run">).facts.status)) && isWhole(entry));
  }

  // Ten thousand runs are looked at before they are reused; most are whole, and that can be seen without reading them.
  function isWhole(entry: Entry): boolean {
    const isSeenWhole = entry.sha256 !== "" && valueWithin(segments.read(entry), entry.sha256) !== null;
    return isSeenWhole || wholeValue(entry) !== null;
  }

  function damaged(): DamagedRecord[] {
    // Looking for copies may find more that is damaged.
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
      // The damage may be in the key itself; then its place says whose it was.
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

/** What a line says, if it is whole and still the record it was. */
function readAt(bytes: Buffer, entry: Entry): { ok: true; value: string } | { ok: false; problem: string } {
  const read = readLine(bytes);
  if (!read.ok) return read;
  const { kind, key, at, value } = read.line;
  const isSame = kind === entry.kind && key === entry.key && at === entry.at;
  return isSame ? { ok: true, value } : { ok: false, problem: "another record is in its place" };
}
