import type { RecordKind } from "../../records/index.ts";
import { BARE_KINDS, type Entry } from "./entry.ts";
import { Locations } from "./locations.ts";

/** Where everything is: the entries of all segments, by key and by place. */
export class Catalogue {
  private readonly bare = new Map<RecordKind, Locations>();
  private readonly byKey = new Map<RecordKind, Map<string, Entry[]>>();
  private readonly byPlace = new Map<RecordKind, Map<string, Entry>>();

  add(entry: Entry): void {
    if (BARE_KINDS.has(entry.kind)) {
      this.locations(entry.kind).add(entry);
      return;
    }
    const keys = mapOf(this.byKey, entry.kind);
    const same = keys.get(entry.key);
    if (!same) keys.set(entry.key, [entry]);
    else insertNewestFirst(same, entry);
    if (entry.place === null) return;
    const places = mapOf(this.byPlace, entry.kind);
    const there = places.get(entry.place);
    if (!there || !isNewer(there, entry)) places.set(entry.place, entry);
  }

  has(kind: RecordKind, key: string): boolean {
    return BARE_KINDS.has(kind) ? this.locations(kind).has(key) : mapOf(this.byKey, kind).has(key);
  }

  /** All records of a key, the newest first. */
  of<Kind extends RecordKind>(kind: Kind, key: string): Entry<Kind>[] {
    const found = BARE_KINDS.has(kind) ? this.locations(kind).of(kind, key) : (mapOf(this.byKey, kind).get(key) ?? []);
    return found as Entry<Kind>[];
  }

  /** The newest record at a place. */
  at<Kind extends RecordKind>(kind: Kind, place: string): Entry<Kind> | null {
    return (mapOf(this.byPlace, kind).get(place) as Entry<Kind> | undefined) ?? null;
  }

  /** The newest record at every place, in the order in which the places were first written. */
  places<Kind extends RecordKind>(kind: Kind): IterableIterator<Entry<Kind>> {
    return mapOf(this.byPlace, kind).values() as IterableIterator<Entry<Kind>>;
  }

  /** The newest record of every key. */
  *keys<Kind extends RecordKind>(kind: Kind): Generator<Entry<Kind>> {
    for (const [entry] of mapOf(this.byKey, kind).values()) yield entry as Entry<Kind>;
  }

  private locations(kind: RecordKind): Locations {
    const known = this.bare.get(kind) ?? new Locations();
    this.bare.set(kind, known);
    return known;
  }
}

function mapOf<Value>(maps: Map<RecordKind, Map<string, Value>>, kind: RecordKind): Map<string, Value> {
  const known = maps.get(kind) ?? new Map<string, Value>();
  maps.set(kind, known);
  return known;
}

function insertNewestFirst(entries: Entry[], entry: Entry): void {
  const before = entries.findIndex((other) => !isNewer(other, entry));
  entries.splice(before === -1 ? entries.length : before, 0, entry);
}

/** By time; within one moment by the order of writing. */
export function isNewer(one: Pick<Entry, "at" | "segment" | "offset">, other: typeof one): boolean {
  if (one.at !== other.at) return one.at > other.at;
  return one.segment === other.segment ? one.offset > other.offset : one.segment > other.segment;
}
