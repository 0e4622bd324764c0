import type { RecordKind } from "../../records/index.ts";
import { BARE_KINDS, type Entry, isNewer } from "./entry.ts";
import { Locations } from "./locations.ts";

/** Where everything is: the entries of all segments, by key and by place. */
export class Catalogue {
  private readonly bare = new Map<RecordKind, Locations>();
  /** Of kinds that nobody has asked for yet, and a report never does: they are not put into columns for nothing. */
  private readonly unasked = new Map<RecordKind, Entry[]>();
  private readonly byKey = new Map<RecordKind, Map<string, Entry[]>>();
  private readonly byPlace = new Map<RecordKind, Map<string, Entry>>();

  add(entry: Entry): void {
    if (BARE_KINDS.has(entry.kind)) {
      this.addBare(entry);
      return;
    }
    const keys = mapOf(this.byKey, entry.kind);
    const same = keys.get(entry.key);
    if (!same) keys.set(entry.key, [entry]);
    else insertNewestFirst(same, entry);
    if (entry.place === null) return;
    const places = mapOf(this.byPlace, entry.kind);
    const there = places.get(entry.place);
    if (!there || isNewer(entry, there)) places.set(entry.place, entry);
  }

  has(kind: RecordKind, key: string): boolean {
    return BARE_KINDS.has(kind) ? this.locations(kind).has(key) : mapOf(this.byKey, kind).has(key);
  }

  /** All records of a key, the newest first. */
  of<Kind extends RecordKind>(kind: Kind, key: string): Entry<Kind>[] {
    const found = BARE_KINDS.has(kind) ? this.locations(kind).of(key) : [...(mapOf(this.byKey, kind).get(key) ?? [])];
    return found as Entry<Kind>[];
  }

  /** When the newest record of a key was appended; null without any. */
  newestAt(kind: RecordKind, key: string): number | null {
    if (BARE_KINDS.has(kind)) return this.locations(kind).newestAt(key);
    return mapOf(this.byKey, kind).get(key)?.[0]?.at ?? null;
  }

  /** The newest record at a place. */
  at<Kind extends RecordKind>(kind: Kind, place: string): Entry<Kind> | null {
    return (mapOf(this.byPlace, kind).get(place) as Entry<Kind> | undefined) ?? null;
  }

  /** The newest record at every place, in no order that means anything. */
  places<Kind extends RecordKind>(kind: Kind): IterableIterator<Entry<Kind>> {
    return mapOf(this.byPlace, kind).values() as IterableIterator<Entry<Kind>>;
  }

  /** The newest record of every key. */
  *keys<Kind extends RecordKind>(kind: Kind): Generator<Entry<Kind>> {
    if (BARE_KINDS.has(kind)) yield* this.locations(kind).newest() as Generator<Entry<Kind>>;
    else for (const [entry] of mapOf(this.byKey, kind).values()) yield entry as Entry<Kind>;
  }

  /** Takes segments out: the catalogue of all others, and what was known of each of these. It goes through everything, so it is done once for all. */
  without(segments: Iterable<string>): { rest: Catalogue; removed: Map<string, Entry[]> } {
    const rest = new Catalogue();
    const removed = new Map<string, Entry[]>();
    for (const segment of segments) removed.set(segment, []);
    for (const entry of this.all()) {
      const taken = removed.get(entry.segment);
      if (taken) taken.push(entry);
      else rest.add(entry);
    }
    return { rest, removed };
  }

  private *all(): Generator<Entry> {
    for (const kind of BARE_KINDS) yield* this.locations(kind).all();
    for (const keys of this.byKey.values()) for (const entries of keys.values()) yield* entries;
  }

  private addBare(entry: Entry): void {
    const asked = this.bare.get(entry.kind);
    if (asked) {
      asked.add(entry);
      return;
    }
    const unasked = this.unasked.get(entry.kind) ?? [];
    this.unasked.set(entry.kind, unasked);
    if (unasked.push(entry) > MOST_UNASKED) this.locations(entry.kind);
  }

  private locations(kind: RecordKind): Locations {
    const known = this.bare.get(kind);
    if (known) return known;
    const locations = new Locations(kind);
    for (const entry of this.unasked.get(kind) ?? []) locations.add(entry);
    this.unasked.delete(kind);
    this.bare.set(kind, locations);
    return locations;
  }
}

/** As objects they take three times as much memory as in columns. */
const MOST_UNASKED = 20_000;

function mapOf<Value>(maps: Map<RecordKind, Map<string, Value>>, kind: RecordKind): Map<string, Value> {
  const known = maps.get(kind) ?? new Map<string, Value>();
  maps.set(kind, known);
  return known;
}

function insertNewestFirst(entries: Entry[], entry: Entry): void {
  const before = entries.findIndex((other) => isNewer(entry, other));
  entries.splice(before === -1 ? entries.length : before, 0, entry);
}
