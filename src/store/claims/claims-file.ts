import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { jsonOrNull } from "../../text/index.ts";
import type { ClaimLine } from "./claim-queues.ts";

/** The lines that all processes on a store append to one file. Their order in the file is the order of events, for everybody. */
export interface ClaimsFile {
  /** Appends a line and gives all that are new, this one included, in their order. */
  append(line: ClaimLine): ClaimLine[];
  /** What others have appended since. */
  news(): ClaimLine[];
  /** True when somebody has removed the file, as it was seen last: what is appended to it nobody reads. */
  isRemoved(): boolean;
  close(): void;
}

/** Opens the file, or makes it. Nothing of it has been read yet. */
export function openClaimsFile(path: string): ClaimsFile {
  const file = openSync(path, "a+");
  let readTo = 0;
  let isRemoved = false;

  function sizeNow(): number {
    const { size, nlink } = fstatSync(file);
    isRemoved = nlink === 0;
    return size;
  }

  function read(to: number): ClaimLine[] {
    const bytes = Buffer.allocUnsafe(to - readTo);
    let length = 0;
    while (length < bytes.length) {
      const more = readSync(file, bytes, length, bytes.length - length, readTo + length);
      if (more === 0) break;
      length += more;
    }
    // A line that is being written has no end yet; it is read next time.
    const whole = bytes.subarray(0, bytes.subarray(0, length).lastIndexOf("\n") + 1);
    readTo += whole.length;
    return whole.toString().split("\n").flatMap(lineOf);
  }

  return {
    append(line) {
      // It begins with a newline too: what a full disk cut off before it must not swallow it.
      const bytes = Buffer.from(`\n${JSON.stringify(line)}\n`);
      const written = writeSync(file, bytes);
      if (written < bytes.length) throw new Error("a claim could only be written in part");
      const size = sizeNow();
      if (size !== readTo + bytes.length) return read(size);
      // Nobody else wrote anything, which is how it nearly always is.
      readTo = size;
      return [line];
    },
    news() {
      const size = sizeNow();
      return size > readTo ? read(size) : [];
    },
    isRemoved: () => isRemoved,
    close: () => closeSync(file),
  };
}

function lineOf(text: string): ClaimLine[] {
  // A line that is not JSON was cut off by a full disk; its writer was told.
  const line = jsonOrNull(text);
  return Array.isArray(line) && typeof line[0] === "string" && typeof line[1] === "string" ? [line as ClaimLine] : [];
}
