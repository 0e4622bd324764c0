import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  compactRecord,
  expandRecord,
  factsOf,
  type RecordKind,
  type RecordValues,
} from "../../../src/records/index.ts";
import type { Entry } from "../../../src/store/log/entry.ts";
import { writeIndex } from "../../../src/store/log/index-blocks.ts";
import { writeLine } from "../../../src/store/log/line.ts";

/** A record of a log in which anything may be changed. */
export type LogRecord<Kind extends RecordKind = RecordKind> = {
  [One in Kind]: {
    kind: One;
    key: string;
    at: number;
    place: string | null;
    value: RecordValues[One];
    /** Name of the log file it is in. */
    segment: string;
    /** The index's version of it, if that is a lie. */
    indexed?: Partial<Pick<Entry<One>, "facts" | "place" | "key" | "at">>;
  };
}[Kind];

/** Reads every record of a log folder, in the order of writing. */
export function readRecords(log: string): LogRecord[] {
  return namesOfSegments(log).flatMap((segment) =>
    readFileSync(join(log, `${segment}.jsonl`), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => {
        const { kind, key, at, place, value } = JSON.parse(line) as LogRecord;
        return { kind, key, at, place, value: expandRecord(kind, value), segment } as LogRecord;
      }),
  );
}

function namesOfSegments(log: string): string[] {
  return readdirSync(log)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => basename(name, ".jsonl"));
}

/** The log files that hold these records, and their indexes: with hashes, positions and checksums as the program itself writes them. */
export function writeSegments(records: readonly LogRecord[]): { name: string; log: Buffer; index: string }[] {
  const names = [...new Set(records.map(({ segment }) => segment))];
  return names.map((name) => {
    const own = records.filter(({ segment }) => segment === name);
    const lines: Buffer[] = [];
    let offset = 0;
    const entries = own.map((record): Entry => {
      const { kind, key, at, place, value, indexed } = record;
      const { bytes, sha256 } = writeLine({ kind, key, at, place }, JSON.stringify(compactRecord(kind, value)));
      lines.push(Buffer.from(bytes));
      const position = { offset, length: bytes.length };
      offset += bytes.length;
      return { kind, key, at, place, sha256, facts: factsOf(kind, value), segment: name, ...position, ...indexed };
    });
    return { name, log: Buffer.concat(lines), index: writeIndex(name, entries) };
  });
}

/** Puts these records where an outputs/ folder has its log. */
export function writeRecords(log: string, records: readonly LogRecord[]): void {
  for (const { name, log: lines, index } of writeSegments(records)) {
    writeFileSync(join(log, `${name}.jsonl`), lines);
    writeFileSync(join(log, `${name}.index`), index);
  }
}
