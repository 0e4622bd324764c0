import { crc32 } from "node:zlib";
import { type CallFacts, factsOfRow, type RecordFacts, type RecordKind, rowOfFacts } from "../../records/index.ts";
import { BARE_KINDS, type Entry } from "./entry.ts";

/** Entries in the order of the log, and which bytes of the log they stand for. */
export interface Block {
  from: number;
  to: number;
  /** At least one. */
  entries: readonly Entry[];
}

export interface Indexed {
  /** Read from the bytes as somebody goes through them: those of a large index, all at once, would outweigh everything else in memory. */
  entries: Iterable<Entry>;
  reachesTo: number;
  /** The last of the entries, its hash included, by which the log can be recognised; null without any. */
  last: Entry | null;
}

/** An index of another format, or with other facts in it, is not read. Raised whenever either changes. */
const FORMAT = 8;
export const ENTRIES_IN_A_BLOCK = 400;
const NEWLINE = 0x0a;
const CHECKSUM_LENGTH = 9;
/** Two whole numbers with what stands around them. */
const BOUNDS_LENGTH = 40;

/**
 * A block of a segment's index. Blocks are appended as the log grows; a checksum tells a damaged one and one of another
 * segment, and everything from there on is read from the log again.
 */
export function writeBlock(segment: string, { from, to, entries }: Block): string {
  const text = JSON.stringify([from, to, entries.at(-1)!.sha256, entries.map(rowOf)]);
  return `${checksum(segment, Buffer.from(text))} ${text}\n`;
}

function rowOf({ kind, key, place, at, sha256, facts, offset, length }: Entry): StoredRow {
  if (kind === "call") return [kind, key, at, offset, length, (facts as CallFacts | null)?.cost_usd ?? null];
  if (BARE_KINDS.has(kind)) return [kind, key, at, offset, length];
  // The line itself carries the hash; the index repeats it where something is computed from it.
  return [kind, key, at, offset, length, place, sha256, rowOfFacts(kind, facts as RecordFacts[typeof kind])];
}

/**
 * How an index disagrees with the records that its log really has; null when it does not. A checksum tells a damaged index, but not one that
 * somebody wrote on purpose.
 */
export function indexProblem({ entries, reachesTo }: Indexed, inLog: readonly Entry[]): string | null {
  const rows = new Map(inLog.flatMap((entry) => (entry.offset < reachesTo ? [[entry.offset, entry] as const] : [])));
  for (const entry of entries) {
    const found = rows.get(entry.offset);
    // What is no longer in the log is named as damage, record by record.
    if (found && JSON.stringify(rowOf(found)) !== JSON.stringify(rowOf(entry)))
      return `it says otherwise than the log about the ${found.kind} ${found.key}; delete it, and it is made again`;
    rows.delete(entry.offset);
  }
  const [left] = rows.values();
  return left ? `it leaves out the ${left.kind} ${left.key}; delete it, and it is made again` : null;
}

/** The whole index of a segment whose writer did not get to it. */
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

/** Everything up to the first block that is damaged, or that does not go on where the one before it ended. */
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
