import { factsOf, type RecordKind, type RecordValues } from "../../records/index.ts";
import type { DamagedRecord, Entry } from "./entry.ts";
import { writeBlock } from "./index-blocks.ts";
import { readLine, writeLine } from "./line.ts";
import type { Medium } from "./medium.ts";
import { openSegments } from "./segments.ts";

/** A record to be appended. */
export interface NewRecord<Kind extends RecordKind = RecordKind> {
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
  /** Everything found damaged so far. */
  damaged(): readonly DamagedRecord[];
  /** Takes in what other processes have appended since. */
  refresh(): void;
  /** Ends when everything appended is on the disk and in the index. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A burst of records shares one flush; a power cut costs what was appended within this time. */
const SYNC_AFTER_MS = 40;
const ENTRIES_IN_A_BLOCK = 400;

export function openLog(medium: Medium, now: () => number): Log {
  const segments = openSegments(medium);
  const writer = medium.openWriter();
  let own: number | null = null;
  let unindexed: Omit<Entry, "segment">[] = [];
  let reachesTo = 0;
  let timer: NodeJS.Timeout | null = null;
  let failure: unknown = null;
  let syncing: Promise<void> = Promise.resolve();

  function writeIndex(): void {
    if (unindexed.length > 0) writer.appendIndex(writeBlock(unindexed, reachesTo));
    unindexed = [];
  }

  function syncSoon(): void {
    timer ??= setTimeout(() => {
      timer = null;
      syncing = sync();
    }, SYNC_AFTER_MS);
  }

  async function sync(): Promise<void> {
    try {
      await writer.sync();
    } catch (error) {
      failure ??= error;
    }
  }

  async function settle(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    await syncing;
    await sync();
    writeIndex();
  }

  /** The line of a record if it is whole and still the one it was; asked twice, because a mended segment may know better. */
  function lineOf(entry: Entry): string | null {
    const { name, text } = segments.read(entry);
    const read = readLine(text);
    if (read.ok && read.line.kind === entry.kind && read.line.key === entry.key) return read.line.value;
    const { kind, key, offset } = entry;
    const problem = read.ok ? "another record lies in its place" : read.problem;
    segments.report({ where: `log/${name}.jsonl, byte ${offset}`, kind, key, problem });
    segments.mend(entry.segment);
    return null;
  }

  function readEntry<Kind extends RecordKind>(entry: Entry<Kind>): RecordValues[Kind] | null {
    const value = lineOf(entry);
    return value === null ? null : (JSON.parse(value) as RecordValues[Kind]);
  }

  function firstWhole<Kind extends RecordKind>(kind: Kind, key: string): ReadRecord<Kind> | null {
    for (const entry of [...segments.catalogue().of(kind, key)]) {
      const value = readEntry(entry);
      if (value !== null) return { entry, value };
    }
    return null;
  }

  return {
    append<Kind extends RecordKind>({ kind, key, place = null, value }: NewRecord<Kind>) {
      if (failure) throw failure;
      const at = now();
      const { text, sha256 } = writeLine({ kind, key, place, at }, JSON.stringify(value));
      const offset = writer.append(text);
      own ??= segments.takeOwn(writer.segment()!);
      const length = Buffer.byteLength(text);
      reachesTo = offset + length;
      const entry = { kind, key, place, at, sha256, facts: factsOf(kind, value), offset, length };
      unindexed.push(entry as Omit<Entry, "segment">);
      if (unindexed.length >= ENTRIES_IN_A_BLOCK) writeIndex();
      syncSoon();
      return segments.add({ ...entry, segment: own });
    },
    has: (kind, key) => segments.catalogue().has(kind, key),
    entries: (kind, key) => segments.catalogue().of(kind, key),
    // A second look: where bytes went missing, everything behind them lies elsewhere, and mending finds it.
    read: (kind, key) => firstWhole(kind, key) ?? (segments.hasMended() ? firstWhole(kind, key) : null),
    readEntry,
    isWhole: (entry) => lineOf(entry) !== null,
    at: (kind, place) => segments.catalogue().at(kind, place),
    places: (kind) => segments.catalogue().places(kind),
    keys: (kind) => segments.catalogue().keys(kind),
    damaged: () => segments.damaged(),
    refresh: () => segments.refresh(own),
    async flush() {
      await settle();
      if (failure) throw failure;
    },
    async close() {
      await settle();
      writer.close();
      segments.close();
    },
  };
}
