import type { RecordKind } from "../../records/index.ts";
import { BARE_KINDS, type Entry, isNewer } from "./entry.ts";
import { Locations } from "./locations.ts";

/** Entries of all segments, by key and by place. */
export class Catalogue {
  private readonly bare = new Map<RecordKind, Locations>();
  /** Kinds that were never requested, such as those a report does not need, are not indexed yet. */
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

  /** Returns the records of a key, newest first. */
  of<Kind extends RecordKind>(kind: Kind, key: string): Entry<Kind>[] {
    const found = BARE_KINDS.has(kind) ? this.locations(kind).of(key) : [...(mapOf(this.byKey, kind).get(key) ?? [])];
    return found as Entry<Kind>[];
  }

  /** Returns the time of a key's newest record; null without any. */
  newestAt(kind: RecordKind, key: string): number | null {
    if (BARE_KINDS.has(kind)) return this.locations(kind).newestAt(key);
    return mapOf(this.byKey, kind).get(key)?.[0]?.at ?? null;
  }

  /** Returns the newest record at a place. */
  at<Kind extends RecordKind>(kind: Kind, place: string): Entry<Kind> | null {
    return (mapOf(this.byPlace, kind).get(place) as Entry<Kind> | undefined) ?? null;
  }

  /** Yields the newest record at each place, unordered. */
  places<Kind extends RecordKind>(kind: Kind): IterableIterator<Entry<Kind>> {
    return mapOf(this.byPlace, kind).values() as IterableIterator<Entry<Kind>>;
  }

  /** Yields the newest record of each key. */
  *keys<Kind extends RecordKind>(kind: Kind): Generator<Entry<Kind>> {
    if (BARE_KINDS.has(kind)) yield* this.locations(kind).newest() as Generator<Entry<Kind>>;
    else for (const [entry] of mapOf(this.byKey, kind).values()) yield entry as Entry<Kind>;
  }

  /** Returns a catalogue without some segments, and their entries. Takes all segments at once, since it copies everything. */
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

/** Objects take three times as much memory as columns. */
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
