import { crc32 } from "node:zlib";
import { type CallFacts, factsOfRow, type RecordFacts, type RecordKind, rowOfFacts } from "../../records/index.ts";
import { BARE_KINDS, type Entry } from "./entry.ts";

/** Consecutive entries of the log, with the range of bytes they cover. */
export interface Block {
  from: number;
  to: number;
  /** Not empty. */
  entries: readonly Entry[];
}

export interface Indexed {
  /** Parsed lazily: all entries of a large index would take more memory than everything else. */
  entries: Iterable<Entry>;
  reachesTo: number;
  /** The last entry with its hash, to recognise the log; null without entries. */
  last: Entry | null;
}

/** Version of the index format and its facts; other versions are ignored. Increase after any change. */
const FORMAT = 8;
export const ENTRIES_IN_A_BLOCK = 400;
const NEWLINE = 0x0a;
const CHECKSUM_LENGTH = 9;
/** Two integers with delimiters. */
const BOUNDS_LENGTH = 40;

/**
 * Encodes a block of a segment's index. Blocks are appended as the log grows. A checksum detects damage and blocks of other segments; from
 * there on, the log is read instead.
 */
export function writeBlock(segment: string, { from, to, entries }: Block): string {
  const text = JSON.stringify([from, to, entries.at(-1)!.sha256, entries.map(rowOf)]);
  return `${checksum(segment, Buffer.from(text))} ${text}\n`;
}

function rowOf({ kind, key, place, at, sha256, facts, offset, length }: Entry): StoredRow {
  if (kind === "call") return [kind, key, at, offset, length, (facts as CallFacts | null)?.cost_usd ?? null];
  if (BARE_KINDS.has(kind)) return [kind, key, at, offset, length];
  // The line contains the hash; the index repeats it where something is computed from it.
  return [kind, key, at, offset, length, place, sha256, rowOfFacts(kind, facts as RecordFacts[typeof kind])];
}

/** Compares an index with the records in its log; null if they agree. Checksums detect damage, but not a forged index. */
export function indexProblem({ entries, reachesTo }: Indexed, inLog: readonly Entry[]): string | null {
  const rows = new Map(inLog.flatMap((entry) => (entry.offset < reachesTo ? [[entry.offset, entry] as const] : [])));
  for (const entry of entries) {
    const found = rows.get(entry.offset);
    // Records missing in the log are reported as damage one by one.
    if (found && JSON.stringify(rowOf(found)) !== JSON.stringify(rowOf(entry)))
      return `it says otherwise than the log about the ${found.kind} ${found.key}; delete it, and it is made again`;
    rows.delete(entry.offset);
  }
  const [left] = rows.values();
  return left ? `it leaves out the ${left.kind} ${left.key}; delete it, and it is made again` : null;
}

/** Encodes the complete index of a segment. */
export function writeIndex(segment: string, entries: readonly Entry[]): string {
  const blocks: string[] = [];
  let from = 0;
  for (let start = 0; start < entries.length; start += ENTRIES_IN_A_BLOCK) {
    const some = entries.slice(start, start + ENTRIES_IN_A_BLOCK);
    const last = some.at(-1)!;
    const to = last.offset + last.length;
    blocks.push(writeBlock(segment, { from, to, entries: some }));
    from = to;
  }
  return blocks.join("");
}

/** Reads blocks up to the first damaged or discontinuous one. */
export function readBlocks(segment: string, bytes: Buffer): Indexed {
  const blocks: Buffer[] = [];
  let reachesTo = 0;
  for (let start = 0, end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const block = bytes.subarray(start + CHECKSUM_LENGTH, end);
    if (bytes.toString("latin1", start, start + CHECKSUM_LENGTH) !== `${checksum(segment, block)} `) break;
    const [, from, to] = /^\[(\d+),(\d+),/.exec(block.toString("latin1", 0, BOUNDS_LENGTH)) ?? [];
    if (Number(from) !== reachesTo) break;
    blocks.push(block);
    reachesTo = Number(to);
    start = end + 1;
  }
  function* entries(): Generator<Entry> {
    for (const block of blocks) for (const row of parse(block)[3]) yield entryOf(segment, row);
  }
  const [, , lastHash, rows] = blocks.length > 0 ? parse(blocks.at(-1)!) : [];
  const last = rows ? { ...entryOf(segment, rows.at(-1)!), sha256: lastHash! } : null;
  return { entries: { [Symbol.iterator]: entries }, reachesTo, last };
}

type StoredBlock = [from: number, to: number, lastHash: string, rows: StoredRow[]];
type StoredRow = [
  ...[kind: RecordKind, key: string, at: number, offset: number, length: number],
  ...([place: string | null, sha256: string, facts: unknown[] | null] | [cost_usd: number | null] | []),
];

function parse(block: Buffer): StoredBlock {
  return JSON.parse(block.toString()) as StoredBlock;
}

function entryOf(segment: string, row: StoredRow): Entry {
  const [kind, key, at, offset, length, ...more] = row;
  if (BARE_KINDS.has(kind)) {
    const facts = kind === "call" ? { cost_usd: (more[0] as number | null | undefined) ?? null } : null;
    return { kind, key, place: null, at, sha256: "", facts, segment, offset, length };
  }
  const [place, sha256, facts] = more as [string | null, string, unknown[] | null];
  return { kind, key, place, at, sha256, facts: factsOfRow(kind, facts), segment, offset, length };
}

function checksum(segment: string, block: Buffer): string {
  return crc32(block, crc32(`${FORMAT} ${segment}`))
    .toString(16)
    .padStart(8, "0");
}
