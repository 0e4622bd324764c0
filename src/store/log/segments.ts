import type { RecordKind } from "../../records/index.ts";
import { Catalogue } from "./catalogue.ts";
import type { DamagedRecord, Entry } from "./entry.ts";
import { readBlocks, writeBlock } from "./index-blocks.ts";
import type { Medium, StoredSegment } from "./medium.ts";
import { scanSegment } from "./scan.ts";

/** All segments of a store, and the catalogue of what they hold. */
export interface Segments {
  catalogue(): Catalogue;
  add<Kind extends RecordKind>(entry: Entry<Kind>): Entry<Kind>;
  read(entry: Entry): { name: string; text: string };
  /** This process' own segment, which grows by `add`. Its number. */
  takeOwn(stored: StoredSegment): number;
  /** Takes in new segments, and what was appended to known ones, but for the own one. */
  refresh(own: number | null): void;
  /** An index that was wrong once is not believed again: everything is read anew from the log itself. */
  mend(segment: number): void;
  hasMended(): boolean;
  report(damage: DamagedRecord): void;
  damaged(): readonly DamagedRecord[];
  close(): void;
}

/** More than this of a log without index is worth writing the index for. */
const REINDEX_BYTES = 256 * 1024;
const ENTRIES_IN_A_BLOCK = 400;

export function openSegments(medium: Medium): Segments {
  let catalogue = new Catalogue();
  const segments: { stored: StoredSegment; reachesTo: number; mended: boolean }[] = [];
  const damaged = new Map<string, DamagedRecord>();
  const report = (found: DamagedRecord) => void damaged.set(found.where, found);

  /** Adds what is in a segment to the catalogue: what its index knows, and the rest from the log. */
  function read(number: number): void {
    const segment = segments[number]!;
    const { stored, mended } = segment;
    const blocks = mended ? NOTHING : readBlocks(stored.readIndex());
    // An index that knows more than there is belongs to a log that somebody cut.
    const known = blocks.reachesTo <= stored.size() ? blocks : NOTHING;
    for (const entry of known.entries) catalogue.add({ ...entry, segment: number } as Entry);
    segment.reachesTo = known.reachesTo;
    readTail(number);
    if (segment.reachesTo - known.reachesTo > REINDEX_BYTES && !stored.isBeingWritten()) reindex(stored);
  }

  function readTail(number: number): void {
    const segment = segments[number]!;
    if (segment.stored.size() <= segment.reachesTo) return;
    const scanned = scanSegment(segment.stored, segment.reachesTo);
    for (const entry of scanned.entries) catalogue.add({ ...entry, segment: number } as Entry);
    scanned.damaged.forEach(report);
    segment.reachesTo = scanned.reachesTo;
  }

  function refresh(own: number | null): void {
    const known = new Set(segments.map(({ stored }) => stored.name));
    for (let number = 0; number < segments.length; number += 1) if (number !== own) readTail(number);
    for (const stored of medium.segments())
      if (!known.has(stored.name)) read(segments.push({ stored, reachesTo: 0, mended: false }) - 1);
  }

  refresh(null);
  return {
    catalogue: () => catalogue,
    add(entry) {
      catalogue.add(entry);
      return entry;
    },
    read({ segment, offset, length }) {
      const { stored } = segments[segment]!;
      return { name: stored.name, text: stored.read(offset, length).toString("utf8") };
    },
    takeOwn: (stored) => segments.push({ stored, reachesTo: 0, mended: false }) - 1,
    refresh,
    mend(number) {
      if (segments[number]!.mended) return;
      segments[number]!.mended = true;
      catalogue = new Catalogue();
      for (let each = 0; each < segments.length; each += 1) read(each);
    },
    hasMended: () => segments.some(({ mended }) => mended),
    report,
    damaged: () => [...damaged.values()],
    close() {
      for (const { stored } of segments) stored.close();
    },
  };
}

const NOTHING = { entries: [], reachesTo: 0 };

/** Writes the index of a segment whose writer did not get to it. */
function reindex(stored: StoredSegment): void {
  const { entries } = scanSegment(stored);
  const blocks: string[] = [];
  for (let start = 0; start < entries.length; start += ENTRIES_IN_A_BLOCK) {
    const some = entries.slice(start, start + ENTRIES_IN_A_BLOCK);
    const last = some.at(-1)!;
    blocks.push(writeBlock(some, last.offset + last.length));
  }
  stored.replaceIndex(blocks.join(""));
}
