import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { jsonOrNull } from "../../text/index.ts";
import type { ClaimLine } from "./claim-queues.ts";

/** File to which all processes on a store append lines. Its order defines the order of events. */
export interface ClaimsFile {
  /** Appends a line and returns all new lines in order, including this one. */
  append(line: ClaimLine): ClaimLine[];
  /** Returns lines appended by others. */
  news(): ClaimLine[];
  /** True if the file was removed when last read, so that lines appended to it are lost. */
  isRemoved(): boolean;
  close(): void;
}

/** Opens or creates the file, reading nothing yet. */
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
    // A line being written has no end yet; read it next time.
    const whole = bytes.subarray(0, bytes.subarray(0, length).lastIndexOf("\n") + 1);
    readTo += whole.length;
    return whole.toString().split("\n").flatMap(lineOf);
  }

  return {
    append(line) {
      // Begin with a newline too, so that a line cut off by a full disk does not swallow this one.
      const bytes = Buffer.from(`\n${JSON.stringify(line)}\n`);
      const written = writeSync(file, bytes);
      if (written < bytes.length) throw new Error("a claim could only be written in part");
      const size = sizeNow();
      if (size !== readTo + bytes.length) return read(size);
      // Nearly always no other process wrote in between.
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
  // Invalid lines were cut off by a full disk, and their writers know.
  const line = jsonOrNull(text);
  return Array.isArray(line) && typeof line[0] === "string" && typeof line[1] === "string" ? [line as ClaimLine] : [];
}
