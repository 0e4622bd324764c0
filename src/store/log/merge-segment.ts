import { closeSync, existsSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { RefusedBytesError } from "../../errors/index.ts";
import { temporaryName } from "../files/atomic.ts";
import { hashOfFirst, hashOfOpenFile, readChunk } from "../files/hash-of-first.ts";
import { copyForeignFile, openWithoutFollowing } from "../receive/foreign-files.ts";
import { quoteForeign } from "../receive/quote-foreign.ts";
import { LONGEST_LINE } from "./scan.ts";

/**
 * Copies the first `bytes` of a foreign segment into our log. A longer copy stays; a shorter one is completed. If the two differ, one is
 * damaged, so both are kept and readers use what is intact in either. The index is rebuilt from the log, as a foreign one is not trusted.
 *
 * @returns whether anything was copied
 */
export function bringSegment(from: string, into: string, name: string, bytes: number): boolean {
  const source = join(from, `${name}.jsonl`);
  const target = join(into, `${name}.jsonl`);
  if (bytes === 0 || source === target) return false;
  const there = statSync(target, { throwIfNoEntry: false })?.size ?? 0;
  if (there > 0 && hashOfForeign(source, Math.min(bytes, there)) !== hashOfFirst(target, Math.min(bytes, there))) {
    const own = join(into, `${name}-${hashOfForeign(source, bytes).slice(0, 8)}.jsonl`);
    if (existsSync(own)) return false;
    copyFirst(source, own, bytes);
    return true;
  }
  if (there >= bytes) return false;
  copyFirst(source, target, bytes);
  return true;
}

/** Returns the end of the last complete line, as the segment's writer may be in the middle of another. */
export function endOfLastLine(path: string): number {
  const file = openWithoutFollowing(path);
  try {
    const { size } = fstatSync(file);
    for (let end = size; end > 0; ) {
      if (size - end > LONGEST_LINE)
        throw new RefusedBytesError(`${quoteForeign(path)} has a line that no log has`, { path });
      const start = Math.max(0, end - CHUNK_BYTES);
      const newline = readChunk(file, start, end - start).lastIndexOf(NEWLINE);
      if (newline !== -1) return start + newline + 1;
      end = start;
    }
    return 0;
  } finally {
    closeSync(file);
  }
}

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;

function hashOfForeign(path: string, bytes: number): string {
  const file = openWithoutFollowing(path);
  try {
    return hashOfOpenFile(file, bytes);
  } finally {
    closeSync(file);
  }
}

function copyFirst(source: string, target: string, bytes: number): void {
  const temporary = temporaryName(target);
  try {
    copyForeignFile(source, temporary, { bytes });
    flush(temporary);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function flush(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
