import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryName } from "../files/atomic.ts";
import { hashOfFirst, readChunk } from "../files/hash-of-first.ts";

/**
 * Brings the first `bytes` bytes of a segment into another log folder. What is longer there stays; what is shorter is
 * completed. Where the two copies differ, one of them is damaged: both are kept, and readers take what is whole in either.
 *
 * @returns whether anything had to be brought
 */
export function bringSegment(from: string, into: string, name: string, bytes: number): boolean {
  const source = join(from, `${name}.jsonl`);
  const target = join(into, `${name}.jsonl`);
  if (bytes === 0) return false;
  const there = statSync(target, { throwIfNoEntry: false })?.size ?? 0;
  if (there > 0 && !beginAlike(source, target, Math.min(bytes, there))) {
    const own = join(into, `${name}-${hashOfFirst(source, bytes).slice(0, 8)}.jsonl`);
    if (existsSync(own)) return false;
    copyFirst(source, own, bytes);
    return true;
  }
  if (there >= bytes) return false;
  // The index comes first: one that reaches further than its log is not believed, and the other way round is no harm.
  copyIndex(join(from, `${name}.index`), join(into, `${name}.index`));
  copyFirst(source, target, bytes);
  return true;
}

/** Up to where a segment holds whole lines; its writer may be in the middle of one. */
export function endOfLastLine(path: string): number {
  const file = openSync(path, "r");
  try {
    for (let end = statSync(path).size; end > 0; ) {
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

function copyFirst(source: string, target: string, bytes: number): void {
  const temporary = temporaryName(target);
  try {
    copyFileSync(source, temporary);
    const file = openSync(temporary, "r+");
    try {
      ftruncateSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function copyIndex(source: string, target: string): void {
  const temporary = temporaryName(target);
  try {
    copyFileSync(source, temporary);
    renameSync(temporary, target);
  } catch {
    // Without it the log is scanned once.
    rmSync(temporary, { force: true });
  }
}

function beginAlike(one: string, other: string, bytes: number): boolean {
  return one === other || hashOfFirst(one, bytes) === hashOfFirst(other, bytes);
}
