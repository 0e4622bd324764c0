import type { RecordKind } from "../../records/index.ts";
import type { Entry } from "./entry.ts";
import { Locations } from "./locations.ts";

/**
 * What this process appended itself and nobody has asked for yet. A campaign appends a hundred thousand runs and evaluations and mostly
 * never looks at them again; until somebody does, it is enough to know that they are there and where.
 */
export class OwnAppends {
  private readonly byKind = new Map<RecordKind, Locations>();

  add(entry: Entry): void {
    const known = this.byKind.get(entry.kind) ?? new Locations(entry.kind);
    this.byKind.set(entry.kind, known);
    known.add(entry);
  }

  has(kind: RecordKind, key: string): boolean {
    return this.byKind.get(kind)?.has(key) ?? false;
  }

  newestAt(kind: RecordKind, key: string): number | null {
    return this.byKind.get(kind)?.newestAt(key) ?? null;
  }

  /** Hands over those of one kind in the order of the log: what they are and where, without place and facts. */
  take(kind: RecordKind): Entry[] {
    const taken = [...(this.byKind.get(kind)?.all() ?? [])];
    this.byKind.delete(kind);
    return taken.sort((one, other) => one.offset - other.offset);
  }

  takeAll(): Entry[] {
    return [...this.byKind.keys()].flatMap((kind) => this.take(kind));
  }
}
