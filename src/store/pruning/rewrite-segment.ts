import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryName } from "../files/atomic.ts";
import type { Entry } from "../log/entry.ts";
import { writeLine } from "../log/line.ts";

const CHUNK_BYTES = 1 << 20;

/**
 * Replaces a segment by one without some records, atomically. All other bytes stay the same, including damaged ones. A note records the
 * removal.
 */
export function rewriteSegment(logFolder: string, name: string, removed: readonly Entry[], now: number): void {
  const path = join(logFolder, `${name}.jsonl`);
  const temporary = temporaryName(path);
  try {
    copyWithout(path, temporary, removed, noteOf(removed, now));
    // A missing index is rebuilt, but an outdated one would claim records that are gone.
    rmSync(join(logFolder, `${name}.index`), { force: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function noteOf(removed: readonly Entry[], now: number): Buffer {
  const bytes = removed.reduce((sum, { length }) => sum + length, 0);
  const value = { schema_version: 2, records: removed.length, bytes };
  return writeLine({ kind: "prune", key: `pruned-${now}`, place: null, at: now }, JSON.stringify(value)).bytes;
}

function copyWithout(path: string, target: string, removed: readonly Entry[], note: Buffer): void {
  const from = openSync(path, "r");
  const into = openSync(target, "wx", statSync(path).mode);
  try {
    let position = 0;
    for (const { offset, length } of [...removed].sort((one, other) => one.offset - other.offset)) {
      copyRange(from, into, position, offset);
      position = offset + length;
    }
    const end = statSync(path).size;
    copyRange(from, into, position, end);
    // Complete an unfinished last line, which would swallow the note.
    if (end > position && lastByte(from, end) !== NEWLINE) writeSync(into, "\n");
    writeSync(into, note);
    fsyncSync(into);
  } finally {
    closeSync(into);
    closeSync(from);
  }
}

const NEWLINE = 0x0a;

function copyRange(from: number, into: number, start: number, end: number): void {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(0, end - start)));
  for (let position = start; position < end; ) {
    const read = readSync(from, chunk, 0, Math.min(chunk.length, end - position), position);
    if (read === 0) throw new Error("a log became shorter while it was read");
    for (let written = 0; written < read; ) written += writeSync(into, chunk, written, read - written);
    position += read;
  }
}

function lastByte(file: number, size: number): number {
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, size - 1);
  return byte[0]!;
}
