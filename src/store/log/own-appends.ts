import type { RecordKind } from "../../records/index.ts";
import type { Entry } from "./entry.ts";
import { Locations } from "./locations.ts";

/**
 * Records appended by this process and not requested yet. A campaign appends a hundred thousand runs and evaluations and mostly never reads
 * them again, so their keys and positions suffice until it does.
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

  /** Removes and returns entries of a kind in log order, without place and facts. */
  take(kind: RecordKind): Entry[] {
    const taken = [...(this.byKind.get(kind)?.all() ?? [])];
    this.byKind.delete(kind);
    return taken.sort((one, other) => one.offset - other.offset);
  }

  takeAll(): Entry[] {
    return [...this.byKind.keys()].flatMap((kind) => this.take(kind));
  }
}
