import type { RecordKind } from "../../records/index.ts";
import { sha256 } from "../../text/index.ts";
import { costOf, type Entry, isNewer } from "./entry.ts";

const KEY_BYTES = 32;
const NONE = -1;

/**
 * Positions of records in columns of numbers: about 80 bytes per record, including its key. Strings and map entries would take three times
 * as much, and slow down every garbage collection.
 */
export class Locations {
  private count = 0;
  private distinct = 0;
  /** Hash table from the first bytes of a key, which is a hash, to the slot of its newest record. */
  private table = new Int32Array(64).fill(NONE);
  private columns: Columns;
  /** Keys that are not SHA-256, by slot, hashed to find them. */
  private readonly spelled = new Map<number, string>();
  private readonly segmentNames: string[] = [];
  private readonly segmentNumbers = new Map<string, number>();

  constructor(private readonly kind: RecordKind) {
    this.columns = emptyColumns(32, kind);
  }

  add({ key, segment, offset, length, at, facts }: Entry): void {
    const slot = this.count;
    this.makeRoom();
    this.count += 1;
    const { keys, segments, offsets, lengths, moments, costs, older, isFirst } = this.columns;
    const isSpelled = !isHash(key);
    keys.write(isSpelled ? sha256(key) : key, slot * KEY_BYTES, "hex");
    if (isSpelled) this.spelled.set(slot, key);
    segments[slot] = this.numberOf(segment);
    offsets[slot] = offset;
    lengths[slot] = length;
    moments[slot] = at;
    if (costs) costs[slot] = costOf({ facts }) ?? Number.NaN;
    const place = this.find(keys, slot * KEY_BYTES);
    const newest = this.table[place]!;
    if (newest === NONE) {
      this.distinct += 1;
      isFirst[slot] = 1;
    }
    if (newest === NONE || this.isNewer(slot, newest)) {
      this.table[place] = slot;
      older[slot] = newest;
      return;
    }
    let before = newest;
    while (older[before] !== NONE && this.isNewer(older[before]!, slot)) before = older[before]!;
    older[slot] = older[before]!;
    older[before] = slot;
  }

  has(key: string): boolean {
    return this.newestSlot(key) !== NONE;
  }

  newestAt(key: string): number | null {
    const slot = this.newestSlot(key);
    return slot === NONE ? null : this.columns.moments[slot]!;
  }

  /** Returns the records of a key, newest first. */
  of(key: string): Entry[] {
    return [...this.chain(this.newestSlot(key))];
  }

  /** Yields the newest record of each key. */
  *newest(): Generator<Entry> {
    for (const slot of this.newestSlots()) yield this.entry(slot);
  }

  *all(): Generator<Entry> {
    for (const slot of this.newestSlots()) yield* this.chain(slot);
  }

  /** In the order of first appearance of the keys. */
  private *newestSlots(): Generator<number> {
    for (let slot = 0; slot < this.count; slot += 1)
      if (this.columns.isFirst[slot] === 1) yield this.table[this.find(this.columns.keys, slot * KEY_BYTES)]!;
  }

  private *chain(newest: number): Generator<Entry> {
    for (let slot = newest; slot !== NONE; slot = this.columns.older[slot]!) yield this.entry(slot);
  }

  private newestSlot(key: string): number {
    return this.table[this.find(bytesOf(key), 0)]!;
  }

  /** Returns the table's position for the key that begins at this byte. */
  private find(bytes: Buffer, start: number): number {
    const mask = this.table.length - 1;
    let place = beginningAt(bytes, start) & mask;
    while (this.table[place] !== NONE && !this.isKeyOf(this.table[place]!, bytes, start)) place = (place + 1) & mask;
    return place;
  }

  private isKeyOf(slot: number, bytes: Buffer, start: number): boolean {
    const { keys } = this.columns;
    const own = slot * KEY_BYTES;
    if (beginningAt(keys, own) !== beginningAt(bytes, start)) return false;
    return keys.compare(bytes, start, start + KEY_BYTES, own, own + KEY_BYTES) === 0;
  }

  private key(slot: number): string {
    return this.columns.keys.toString("hex", slot * KEY_BYTES, (slot + 1) * KEY_BYTES);
  }

  private makeRoom(): void {
    if (this.count === this.columns.older.length) this.columns = grown(this.columns, this.kind);
    if (this.distinct * 2 < this.table.length) return;
    const slots = this.table.filter((slot) => slot !== NONE);
    this.table = new Int32Array(this.table.length * 2).fill(NONE);
    for (const slot of slots) this.table[this.find(this.columns.keys, slot * KEY_BYTES)] = slot;
  }

  private numberOf(segment: string): number {
    const known = this.segmentNumbers.get(segment);
    if (known !== undefined) return known;
    const next = this.segmentNames.push(segment) - 1;
    this.segmentNumbers.set(segment, next);
    return next;
  }

  private isNewer(one: number, other: number): boolean {
    return isNewer(this.position(one), this.position(other));
  }

  private position(slot: number) {
    const { moments, segments, offsets } = this.columns;
    return { at: moments[slot]!, segment: this.segmentNames[segments[slot]!]!, offset: offsets[slot]! };
  }

  private entry(slot: number): Entry {
    return {
      kind: this.kind,
      key: this.spelled.get(slot) ?? this.key(slot),
      place: null,
      sha256: "",
      facts: this.columns.costs ? { cost_usd: numberOrNull(this.columns.costs[slot]!) } : null,
      length: this.columns.lengths[slot]!,
      ...this.position(slot),
    };
  }
}

type Columns = ReturnType<typeof emptyColumns>;

function emptyColumns(slots: number, kind: RecordKind) {
  return {
    keys: Buffer.alloc(slots * KEY_BYTES),
    segments: new Uint32Array(slots),
    offsets: new Float64Array(slots),
    // A line was a single string, so its length fits into four bytes.
    lengths: new Uint32Array(slots),
    moments: new Float64Array(slots),
    /** Costs of calls; NaN if unknown. Other kinds have none. */
    costs: kind === "call" ? new Float64Array(slots) : null,
    /** Next older slot of the same key. */
    older: new Int32Array(slots),
    /** 1 for the first slot of a key. */
    isFirst: new Uint8Array(slots),
  };
}

function grown(before: Columns, kind: RecordKind): Columns {
  const columns = emptyColumns(before.older.length * 2, kind);
  columns.keys.set(before.keys);
  columns.segments.set(before.segments);
  columns.offsets.set(before.offsets);
  columns.lengths.set(before.lengths);
  columns.moments.set(before.moments);
  if (before.costs) columns.costs?.set(before.costs);
  columns.older.set(before.older);
  columns.isFirst.set(before.isFirst);
  return columns;
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Reads the first four bytes of a key. */
function beginningAt(bytes: Buffer, start: number): number {
  return bytes[start]! | (bytes[start + 1]! << 8) | (bytes[start + 2]! << 16) | (bytes[start + 3]! << 24);
}

function bytesOf(key: string): Buffer {
  return Buffer.from(isHash(key) ? key : sha256(key), "hex");
}

function isHash(key: string): boolean {
  return /^[0-9a-f]{64}$/.test(key);
}
