import { randomBytes } from "node:crypto";
import { closeSync, fdatasync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { nameOfThisProcess } from "../files/process-name.ts";
import type { SegmentWriter, StoredSegment } from "./medium.ts";

const dataSync = promisify(fdatasync);

/** Segments that this process has open for writing, by path. */
const openHere = new Set<string>();

/** Whether this process may still append to a segment. Others can only be asked whether they live. */
export function isWrittenHere(path: string): boolean {
  return openHere.has(path);
}

/** Appends to a file of this process' own, named by when it began, by the process, and by chance. */
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

  /** Half a line would swallow the next one. Where it cannot be taken away, nothing more is appended to it. */
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
        // The log is the truth: what the index lacks is read from the log next time. Behind a gap nothing would be believed.
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

/** A new file is safe from a power cut when its name is. */
function syncFolder(path: string): void {
  let folder: number | null = null;
  try {
    folder = openSync(path, "r");
    fsyncSync(folder);
  } catch {
    // Some file systems cannot; they keep names in their own way.
  } finally {
    if (folder !== null) closeSync(folder);
  }
}
