import type { RecordKind } from "../../records/index.ts";
import { type Entry, isNewer } from "./entry.ts";

/** Where records lie, in columns: about 260 bytes a record, its key of 64 characters included. */
export class Locations {
  /** The newest record of every key. */
  private readonly slots = new Map<string, number>();
  /** From a slot to the next older one of the same key. */
  private readonly older = new Map<number, number>();
  private readonly segments: string[] = [];
  private readonly offsets: number[] = [];
  private readonly lengths: number[] = [];
  private readonly moments: number[] = [];

  constructor(private readonly kind: RecordKind) {}

  add({ key, segment, offset, length, at }: Entry): void {
    const slot = this.offsets.push(offset) - 1;
    this.segments.push(segment);
    this.lengths.push(length);
    this.moments.push(at);
    const newest = this.slots.get(key);
    if (newest === undefined || this.isNewer(slot, newest)) {
      this.slots.set(key, slot);
      if (newest !== undefined) this.older.set(slot, newest);
      return;
    }
    let before = newest;
    let next = this.older.get(before);
    while (next !== undefined && this.isNewer(next, slot)) {
      before = next;
      next = this.older.get(before);
    }
    this.older.set(before, slot);
    if (next !== undefined) this.older.set(slot, next);
  }

  has(key: string): boolean {
    return this.slots.has(key);
  }

  newestAt(key: string): number | null {
    const slot = this.slots.get(key);
    return slot === undefined ? null : this.moments[slot]!;
  }

  /** All records of a key, the newest first. */
  of(key: string): Entry[] {
    const found: Entry[] = [];
    for (let slot = this.slots.get(key); slot !== undefined; slot = this.older.get(slot))
      found.push(this.entry(key, slot));
    return found;
  }

  /** The newest record of every key. */
  *newest(): Generator<Entry> {
    for (const [key, slot] of this.slots) yield this.entry(key, slot);
  }

  *all(): Generator<Entry> {
    for (const key of this.slots.keys()) yield* this.of(key);
  }

  private isNewer(one: number, other: number): boolean {
    return isNewer(this.position(one), this.position(other));
  }

  private position(slot: number) {
    return { at: this.moments[slot]!, segment: this.segments[slot]!, offset: this.offsets[slot]! };
  }

  private entry(key: string, slot: number): Entry {
    return {
      kind: this.kind,
      key,
      place: null,
      sha256: "",
      facts: null,
      length: this.lengths[slot]!,
      ...this.position(slot),
    };
  }
}
