import { randomBytes } from "node:crypto";
import { closeSync, fdatasync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { nameOfThisProcess } from "../files/process-name.ts";
import type { SegmentWriter, StoredSegment } from "./medium.ts";

const dataSync = promisify(fdatasync);

/** Segments that this process is writing, by path. */
const openHere = new Set<string>();

/** Returns whether this process may still append to a segment. For others, only their being alive is known. */
export function isWrittenHere(path: string): boolean {
  return openHere.has(path);
}

/** Writes a segment of this process, named by time, process and a random number. */
export function segmentWriter(folder: string, now: () => Date, stored: (name: string) => StoredSegment): SegmentWriter {
  let file: number | null = null;
  let index: number | null = null;
  let segment: StoredSegment | null = null;
  let size = 0;
  let isNameSafe = false;
  let indexFailed = false;
  let broken: unknown = null;

  function open(): number {
    mkdirSync(folder, { recursive: true });
    const began = now()
      .toISOString()
      .replace(/[^0-9TZ]/g, "");
    const name = `${began}-${nameOfThisProcess()}-${randomBytes(4).toString("hex")}`;
    const opened = openSync(join(folder, `${name}.jsonl`), "ax");
    segment = stored(name);
    openHere.add(join(folder, `${name}.jsonl`));
    return opened;
  }

  function writeWhole(bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(file!, bytes, written, bytes.length - written);
    } catch (error) {
      if (written > 0) takeBack();
      throw error;
    }
    size += bytes.length;
  }

  /** Removes an incomplete line, which would swallow the next one. If that fails, nothing more is appended. */
  function takeBack(): void {
    try {
      ftruncateSync(file!, size);
    } catch (error) {
      broken = error;
    }
  }

  return {
    segment: () => segment,
    append(bytes) {
      if (broken) throw broken;
      file ??= open();
      const offset = size;
      writeWhole(bytes);
      return { offset, length: bytes.length };
    },
    appendIndex(text) {
      if (segment === null || indexFailed) return;
      try {
        index ??= openSync(join(folder, `${segment.name}.index`), "a");
        writeSync(index, text);
      } catch {
        // The log is authoritative: entries missing in the index are read from it. An index with a gap would not be trusted.
        indexFailed = true;
      }
    },
    async sync() {
      if (file === null) return;
      await dataSync(file);
      if (!isNameSafe) [folder, dirname(folder)].forEach(syncFolder);
      isNameSafe = true;
    },
    close() {
      if (index !== null) closeSync(index);
      if (file !== null) closeSync(file);
      if (segment !== null) openHere.delete(join(folder, `${segment.name}.jsonl`));
      index = null;
      file = null;
    },
  };
}

/** Flushes the folder, which makes a new file's name safe from a power failure. */
function syncFolder(path: string): void {
  let folder: number | null = null;
  try {
    folder = openSync(path, "r");
    fsyncSync(folder);
  } catch {
    // Some file systems do not support this and protect names in another way.
  } finally {
    if (folder !== null) closeSync(folder);
  }
}
