import { crc32 } from "node:zlib";
import { BARE_KINDS, type Entry } from "./entry.ts";

/** An entry as the index of one segment keeps it: which segment goes without saying. */
type IndexedEntry = Omit<Entry, "segment">;

/**
 * A block of an index: entries in the order of the log, and up to which byte of the log they reach. Blocks are appended as the
 * log grows; a checksum tells a damaged one, and everything from there on is read from the log again.
 */
export function writeBlock(entries: readonly IndexedEntry[], reachesTo: number): string {
  const rows = entries.map(({ kind, key, place, at, sha256, facts, offset, length }) => [
    ...[kind, key, place, at],
    // The line itself carries the hash; the index repeats it where something is computed from it.
    ...[BARE_KINDS.has(kind) ? "" : sha256, facts, offset, length],
  ]);
  const text = JSON.stringify([reachesTo, rows]);
  return `${checksum(text)} ${text}\n`;
}

/** The entries of all blocks up to the first that is damaged, and up to which byte of the log they reach. */
export function readBlocks(text: string): { entries: IndexedEntry[]; reachesTo: number } {
  const entries: IndexedEntry[] = [];
  let reachesTo = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start);
    if (end === -1) break;
    const block = text.slice(start + 9, end);
    if (text.slice(start, start + 8) !== checksum(block)) break;
    const [to, rows] = JSON.parse(block) as [number, unknown[][]];
    for (const row of rows) entries.push(entryOf(row));
    reachesTo = to;
    start = end + 1;
  }
  return { entries, reachesTo };
}

function entryOf([kind, key, place, at, sha256, facts, offset, length]: unknown[]): IndexedEntry {
  return { kind, key, place, at, sha256, facts, offset, length } as IndexedEntry;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
