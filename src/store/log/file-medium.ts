import { randomBytes } from "node:crypto";
import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeFileUnflushed } from "../atomic.ts";
import { isProcessAlive } from "../process-alive.ts";
import type { Medium, SegmentWriter, StoredSegment } from "./medium.ts";

const dataSync = promisify(fdatasync);

/** Segments as files: `<folder>/<writer>.jsonl` with `<writer>.index` beside it. A writer is named by when it began, and by chance. */
export function fileMedium(folder: string, now: () => Date): Medium {
  return {
    segments: () => segmentNames(folder).map((name) => storedSegment(folder, name)),
    openWriter: () => segmentWriter(folder, now),
  };
}

function segmentNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => name.slice(0, -".jsonl".length))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function storedSegment(folder: string, name: string, opened?: number): StoredSegment {
  let file = opened;
  const open = () => (file ??= openSync(join(folder, `${name}.jsonl`), "r"));
  return {
    name,
    size: () => fstatSync(open()).size,
    read(offset, length) {
      const bytes = Buffer.allocUnsafe(length);
      let read = 0;
      while (read < length) {
        const more = readSync(open(), bytes, read, length - read, offset + read);
        if (more === 0) break;
        read += more;
      }
      return bytes.subarray(0, read);
    },
    readIndex() {
      try {
        return readFileSync(join(folder, `${name}.index`), "utf8");
      } catch {
        return "";
      }
    },
    replaceIndex(text) {
      try {
        writeFileUnflushed(join(folder, `${name}.index`), text);
      } catch {
        // A store that may only be read is read all the same.
      }
    },
    isBeingWritten: () => isProcessAlive(Number(/-(\d+)-[0-9a-f]+$/.exec(name)?.[1])),
    close() {
      if (file !== undefined && opened === undefined) closeSync(file);
      file = undefined;
    },
  };
}

function segmentWriter(folder: string, now: () => Date): SegmentWriter {
  let file: number | null = null;
  let index: number | null = null;
  let segment: StoredSegment | null = null;
  let size = 0;

  function open(): number {
    mkdirSync(folder, { recursive: true });
    const began = now().toISOString().replace(/[-:]/g, "").replace(".", "");
    const name = `${began}-${process.pid}-${randomBytes(4).toString("hex")}`;
    const opened = openSync(join(folder, `${name}.jsonl`), "ax+");
    segment = storedSegment(folder, name, opened);
    return opened;
  }

  function writeWhole(text: string): void {
    const bytes = Buffer.from(text);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(file!, bytes, written, bytes.length - written);
    } catch (error) {
      // Half a line would swallow the next one.
      if (written > 0) ftruncateSync(file!, size);
      throw error;
    }
    size += bytes.length;
  }

  return {
    segment: () => segment,
    append(text) {
      file ??= open();
      const offset = size;
      writeWhole(text);
      return offset;
    },
    appendIndex(text) {
      if (segment === null) return;
      try {
        index ??= openSync(join(folder, `${segment.name}.index`), "a");
        writeSync(index, text);
      } catch {
        // The log is the truth: what the index lacks is read from the log next time.
      }
    },
    async sync() {
      if (file !== null) await dataSync(file);
    },
    close() {
      if (index !== null) closeSync(index);
      if (file !== null) closeSync(file);
      index = null;
      file = null;
    },
  };
}
