import { expandRecord, factsOf, mediaIn, type RecordKind, type RecordValues } from "../../records/index.ts";
import { pathProblemOf } from "../receive/tree-entries.ts";
import { BARE_KINDS, type Entry, type FoundDamage } from "./entry.ts";
import { beginningsWithin, guessHead, type Line, readLine } from "./line.ts";
import type { StoredSegment } from "./medium.ts";

export interface Scanned {
  entries: Entry[];
  /** End of the last complete line. */
  reachesTo: number;
  damaged: FoundDamage[];
  /** The last line is incomplete: its writer is at work or died. */
  isCutOff: boolean;
}

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;

/** Longer texts do not fit into a string, so such a line is invalid and not kept. */
export const LONGEST_LINE = 1 << 30;

/** Reads a segment's lines from `from` on and checks each against its hash; mismatches are reported and skipped. */
export function scanSegment(segment: StoredSegment, from = 0): Scanned {
  const scanned: Scanned = { entries: [], reachesTo: from, damaged: [], isCutOff: false };
  const size = segment.size();
  let begun: Buffer[] = [];
  for (let position = from; position < size; ) {
    const chunk = segment.read(position, Math.min(CHUNK_BYTES, size - position));
    if (chunk.length === 0) break;
    position += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const rest = chunk.subarray(start, end + 1);
      takeLine(scanned, segment.name, begun.length === 0 ? rest : Buffer.concat([...begun, rest]));
      begun = [];
      start = end + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
    if (position - scanned.reachesTo > LONGEST_LINE)
      throw Object.assign(new Error("it has a line that is too long to be a record"), { code: "EFBIG" });
  }
  scanned.isCutOff = begun.length > 0;
  return scanned;
}

function takeLine(scanned: Scanned, name: string, bytes: Buffer): void {
  const read = readLine(bytes);
  const entry = read.ok && entryOf(read.line, { segment: name, offset: scanned.reachesTo, length: bytes.length });
  if (entry) {
    scanned.reachesTo += bytes.length;
    scanned.entries.push(entry);
    return;
  }
  const end = read.ok ? null : endOfFirst(bytes);
  if (end !== null) {
    takeLine(scanned, name, bytes.subarray(0, end.record));
    scanned.reachesTo += end.next - end.record;
    takeLine(scanned, name, bytes.subarray(end.next));
    return;
  }
  const problem = read.ok ? "this version of Assay cannot read it" : read.problem;
  scanned.damaged.push({
    where: `log/${name}.jsonl, byte ${scanned.reachesTo}`,
    ...guessHead(bytes.toString()),
    problem,
    cost_usd: null,
  });
  scanned.reachesTo += bytes.length;
}

/**
 * Splits a line into two records when only the newline between them is damaged. The first one's hash proves it: no value can imitate two
 * records.
 */
function endOfFirst(bytes: Buffer): { record: number; next: number } | null {
  for (const next of beginningsWithin(bytes))
    for (const record of [next - 1, next]) if (readLine(bytes.subarray(0, record)).ok) return { record, next };
  return null;
}

/** Makes an index entry for a line's record; null if this version cannot read it. */
export function entryOf(
  line: Line,
  { segment, offset, length }: Pick<Entry, "segment" | "offset" | "length">,
): Entry | null {
  const { kind, key, place, at, sha256, value } = line;
  const hasNoFacts = BARE_KINDS.has(kind) && kind !== "call";
  try {
    const record = hasNoFacts ? null : expandRecord(kind, JSON.parse(value) as RecordValues[RecordKind]);
    if (kind === "run" && leadsOut(record as RecordValues["run"])) return null;
    const facts = record === null ? null : factsOf(kind, record);
    return { kind, key, place, at, sha256, facts, segment, offset, length };
  } catch {
    return null;
  }
}

/** Returns whether a run names folders outside of outputs/. Foreign records may name any path for files and media. */
function leadsOut({ files, artifact: { request } }: RecordValues["run"]): boolean {
  const isWayDown = (path: string) => path !== "." && pathProblemOf(path, DEEPEST_FOLDER) === null;
  const media = mediaIn(...request.messages, ...request.turns).flatMap(({ sha256, media_type }) => [
    sha256,
    media_type,
  ]);
  return [...(files === null ? [] : [files]), ...media].some((path) => !isWayDown(path));
}

const DEEPEST_FOLDER = 8;
