import { factsOf, type RecordKind, type RecordValues } from "../../records/index.ts";
import type { DamagedRecord, Entry } from "./entry.ts";
import { readLine } from "./line.ts";
import type { StoredSegment } from "./medium.ts";

export interface Scanned {
  entries: Omit<Entry, "segment">[];
  /** Where the last whole line ends. */
  reachesTo: number;
  damaged: DamagedRecord[];
}

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;

/** Reads a segment from `from` on, line by line. Every line is held against its hash; what fails is named and passed over. */
export function scanSegment(segment: StoredSegment, from = 0): Scanned {
  const scanned: Scanned = { entries: [], reachesTo: from, damaged: [] };
  const size = segment.size();
  let rest: Buffer = Buffer.alloc(0);
  for (let position = from; position < size; ) {
    const chunk = segment.read(position, Math.min(CHUNK_BYTES, size - position));
    if (chunk.length === 0) break;
    position += chunk.length;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      takeLine(scanned, segment.name, bytes.toString("utf8", start, end + 1), end + 1 - start);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0 && !segment.isBeingWritten())
    scanned.damaged.push({
      where: `log/${segment.name}.jsonl`,
      kind: null,
      key: null,
      problem: "its last line is cut off; that record is lost",
    });
  return scanned;
}

function takeLine(scanned: Scanned, name: string, text: string, length: number): void {
  const offset = scanned.reachesTo;
  scanned.reachesTo += length;
  const read = readLine(text);
  if (!read.ok) {
    scanned.damaged.push({ where: `log/${name}.jsonl, byte ${offset}`, ...guess(text), problem: read.problem });
    return;
  }
  const { kind, key, place, at, sha256, value } = read.line;
  const facts =
    kind === "run" || kind === "evaluation" ? factsOf(kind, JSON.parse(value) as RecordValues[typeof kind]) : null;
  scanned.entries.push({ kind, key, place, at, sha256, facts, offset, length });
}

/** Whose line it was, when its beginning can still be read. */
function guess(text: string): Pick<DamagedRecord, "kind" | "key"> {
  const [, kind, key] = /^\{"kind":"([a-z]+)","key":"([^"\\]+)"/.exec(text) ?? [];
  return { kind: (kind as RecordKind | undefined) ?? null, key: key ?? null };
}
