import type { RecordKind } from "../../records/index.ts";
import type { Entry } from "./entry.ts";

/** Where records lie, in columns of numbers: about 150 bytes a record, its key included. */
export class Locations {
  private readonly slots = new Map<string, number>();
  /** Of a slot that a later record of the same key displaced. */
  private readonly earlier = new Map<number, number>();
  private readonly segments: number[] = [];
  private readonly offsets: number[] = [];
  private readonly lengths: number[] = [];
  private readonly moments: number[] = [];

  add({ key, segment, offset, length, at }: Entry): void {
    const slot = this.offsets.push(offset) - 1;
    this.segments.push(segment);
    this.lengths.push(length);
    this.moments.push(at);
    const before = this.slots.get(key);
    if (before === undefined) this.slots.set(key, slot);
    else if (at >= this.moments[before]!) {
      this.earlier.set(slot, before);
      this.slots.set(key, slot);
    } else {
      // Rare: segments are read in the order of their beginnings, so that most records come in the order of time.
      const next = this.earlier.get(before);
      if (next !== undefined) this.earlier.set(slot, next);
      this.earlier.set(before, slot);
    }
  }

  has(key: string): boolean {
    return this.slots.has(key);
  }

  of(kind: RecordKind, key: string): Entry[] {
    const found: Entry[] = [];
    for (let slot = this.slots.get(key); slot !== undefined; slot = this.earlier.get(slot))
      found.push({
        kind,
        key,
        place: null,
        at: this.moments[slot]!,
        sha256: "",
        facts: null,
        segment: this.segments[slot]!,
        offset: this.offsets[slot]!,
        length: this.lengths[slot]!,
      });
    return found;
  }
}
