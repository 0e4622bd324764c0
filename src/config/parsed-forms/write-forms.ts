import { createHash, randomBytes } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { agreesOnTime, type Face, keepsTimeOfChange } from "./file-face.ts";

/** What a file with this content was understood as, as JSON. */
export interface Form {
  content: string;
  json: string;
  /** See `hashOfForm`. */
  hash: string;
  /** Of the file that had it last; undefined when it cannot be known by that. */
  face: Face | undefined;
}

/** The forms of a hundred thousand cases. */
export const LARGEST_FILE_BYTES = 128 * 1024 * 1024;

/**
 * Writes forms under a temporary name and puts the file in its place: of two processes the last one wins, and a reader
 * sees one of the two files whole. Forms that this load did not use may come back (another branch, another suite), so
 * they stay while they are no more than those that it did use.
 */
export function writeForms(path: string, version: string, used: readonly Form[], others: readonly Form[]): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
    const file = openSync(temporary, "wx");
    try {
      const made = fstatSync(file, { bigint: true });
      const stamp = stampOf(made, version);
      if (stamp === undefined) return;
      const clockOf = agreesOnTime(made, Date.now()) && hidesNoChange(file, made) ? `${made.dev}:` : undefined;
      const lines = Buffer.from(linesOf(used, others, clockOf));
      writeFileSync(file, `${checkOf(stamp, lines)}\n`);
      writeFileSync(file, lines);
      renameSync(temporary, path);
    } finally {
      closeSync(file);
      rmSync(temporary, { force: true });
    }
  } catch {
    // A full disk, a folder that may not be written to: the next load parses again, and that is all.
  }
}

/** Tried out on our own file, while it is empty. */
function hidesNoChange(file: number, made: BigIntStats): boolean {
  futimesSync(file, 0, 0);
  return keepsTimeOfChange(made, fstatSync(file, { bigint: true }));
}

/** @param clockOf how faces begin whose file system tells the right time; undefined when none is known to */
function linesOf(used: readonly Form[], others: readonly Form[], clockOf: string | undefined): string {
  const lines: string[] = [];
  let bytes = 0;
  let hasFaces = false;
  const add = ({ content, json, hash, face }: Form, most: number): boolean => {
    const isTrusted = face !== undefined && clockOf !== undefined && face.startsWith(clockOf);
    const line = `${content} ${hash} ${isTrusted ? face : NO_FACE} ${json}\n`;
    const size = Buffer.byteLength(line);
    if (bytes + size > most) return false;
    bytes += size;
    lines.push(line);
    hasFaces ||= isTrusted;
    return true;
  };
  for (const form of used) if (!add(form, LARGEST_LINES_BYTES)) break;
  const most = Math.min(2 * bytes, LARGEST_LINES_BYTES);
  for (const form of others) if (!add(form, most)) break;
  return `${hasFaces ? WITH_FACES : NO_FACE}\n${lines.join("")}`;
}

export const NO_FACE = "-";
export const WITH_FACES = "with faces";
export const HASH_LENGTH = 64;
const LARGEST_LINES_BYTES = LARGEST_FILE_BYTES - HASH_LENGTH - 1 - WITH_FACES.length - 1;

/** Over everything behind it: one hash of some megabytes takes a tenth of the time of ten thousand small ones. */
export function checkOf(stamp: string, lines: Uint8Array): string {
  return createHash("sha256").update(`${stamp}\n`).update(lines).digest("hex");
}

/**
 * What only this file on this machine has, together with the version of what wrote it. A file that came along with
 * somebody else's workspace has another number and another birth, and no archive can choose them: so nobody can make a
 * case say something else than its test.yaml does. Where a file system knows no birth, nothing is remembered.
 */
export function stampOf(file: BigIntStats, version: string): string | undefined {
  if (!file.isFile() || file.birthtimeNs === 0n) return undefined;
  return `${version} ${file.ino} ${file.birthtimeNs}`;
}
