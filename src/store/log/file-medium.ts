import { readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeFileUnflushed } from "../files/atomic.ts";
import { type Presence, presenceOf } from "../files/process-name.ts";
import { openWithoutFollowing } from "../receive/foreign-files.ts";
import type { Medium, StoredSegment } from "./medium.ts";
import { OpenFiles } from "./open-files.ts";
import { type Readable, readingAhead } from "./read-ahead.ts";
import { segmentWriter } from "./segment-writer.ts";

/** Stores segments as files: `<folder>/<writer>.jsonl` with `<writer>.index` beside it. */
export function fileMedium(folder: string, now: () => Date): Medium {
  const files = new OpenFiles();
  const ahead = new Map<string, StoredSegment["read"]>();
  const stored = (name: string) => storedSegment(folder, name, files, ahead);
  return {
    segments() {
      // Merging replaces a segment by a longer one, so reopen files.
      files.closeAll();
      ahead.clear();
      return segmentNames(folder).map(stored);
    },
    openWriter: () => segmentWriter(folder, now, stored),
    close() {
      files.closeAll();
      ahead.clear();
    },
  };
}

/** Reads another user's segments without trusting them: follows no links, does not block on pipes, and ignores indexes. Writes nothing. */
export function foreignMedium(folder: string): Medium {
  const files = new OpenFiles(openWithoutFollowing);
  const ahead = new Map<string, StoredSegment["read"]>();
  const close = () => {
    files.closeAll();
    ahead.clear();
  };
  const stored = (name: string): StoredSegment => ({
    ...storedSegment(folder, name, files, ahead),
    readIndex: () => Buffer.alloc(0),
    replaceIndex() {},
  });
  return {
    segments() {
      close();
      return segmentNames(folder).map(stored);
    },
    openWriter: () => segmentWriter(folder, () => new Date(), stored),
    close,
  };
}

/** Lists segment names in a folder, without extension. */
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

/** A segment of another machine counts as being written for this long after it last grew. */
const FOREIGN_SECONDS = 120;

function storedSegment(
  folder: string,
  name: string,
  files: OpenFiles,
  ahead: Map<string, StoredSegment["read"]>,
): StoredSegment {
  const log = join(folder, `${name}.jsonl`);
  const index = join(folder, `${name}.index`);
  const file: Readable = {
    size: () => statSync(log).size,
    read(offset, length, bytes = Buffer.allocUnsafe(length)) {
      const descriptor = files.get(log);
      let read = 0;
      while (read < length) {
        const more = readSync(descriptor, bytes, read, length - read, offset + read);
        if (more === 0) break;
        read += more;
      }
      return bytes.subarray(0, read);
    },
  };
  return {
    name,
    size: file.size,
    read(offset, length) {
      const read = ahead.get(log) ?? readingAhead(file);
      ahead.set(log, read);
      return read(offset, length);
    },
    readIndex() {
      try {
        return readFileSync(index);
      } catch {
        return Buffer.alloc(0);
      }
    },
    replaceIndex(text) {
      try {
        writeFileUnflushed(index, text);
      } catch {
        // A read-only store can still be read.
      }
    },
    hasRunningWriter: () => presenceOfWriter(name) === "running",
    isBeingWritten() {
      const presence = presenceOfWriter(name);
      if (presence !== "elsewhere") return presence === "running";
      return Date.now() - statSync(log).mtimeMs < FOREIGN_SECONDS * 1000;
    },
  };
}

/** Process in a segment's name; copies renamed by merging have none. */
const WRITER = /^[0-9TZ]+-([0-9a-f]{8}-\d+-\d+)-[0-9a-f]{8}$/;

function presenceOfWriter(name: string): Presence {
  const [, writer] = WRITER.exec(name) ?? [];
  return writer === undefined ? "gone" : presenceOf(writer);
}
