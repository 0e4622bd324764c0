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
import { agreesOnTime, keepsTimeOfChange, type StatSignature } from "./stat-signature.ts";

/** Parsed content of a file, as JSON. */
export interface Form {
  content: string;
  json: string;
  /** See `hashOfForm`. */
  hash: string;
  /** Signature of the last file with this content; undefined if its signature is unreliable. */
  signature: StatSignature | undefined;
}

/** Enough for a hundred thousand cases. */
export const LARGEST_FILE_BYTES = 128 * 1024 * 1024;

/**
 * Writes a temporary file and renames it, so that the last of two processes wins and readers see one complete file. Keeps forms that this
 * load did not use (another branch or suite), up to the number of those that it did.
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
    // On a full or read-only disk, the next load parses again.
  }
}

/** Tests the file system with our own file while it is empty. */
function hidesNoChange(file: number, made: BigIntStats): boolean {
  futimesSync(file, 0, 0);
  return keepsTimeOfChange(made, fstatSync(file, { bigint: true }));
}

/** @param clockOf prefix of signatures from a file system with a correct clock; undefined if unknown */
function linesOf(used: readonly Form[], others: readonly Form[], clockOf: string | undefined): string {
  const lines: string[] = [];
  let bytes = 0;
  let hasSignatures = false;
  const add = ({ content, json, hash, signature }: Form, most: number): boolean => {
    const isTrusted = signature !== undefined && clockOf !== undefined && signature.startsWith(clockOf);
    const line = `${content} ${hash} ${isTrusted ? signature : NO_SIGNATURE} ${json}\n`;
    const size = Buffer.byteLength(line);
    if (bytes + size > most) return false;
    bytes += size;
    lines.push(line);
    hasSignatures ||= isTrusted;
    return true;
  };
  for (const form of used) if (!add(form, LARGEST_LINES_BYTES)) break;
  const most = Math.min(2 * bytes, LARGEST_LINES_BYTES);
  for (const form of others) if (!add(form, most)) break;
  return `${hasSignatures ? WITH_SIGNATURES : NO_SIGNATURE}\n${lines.join("")}`;
}

export const NO_SIGNATURE = "-";
export const WITH_SIGNATURES = "with faces";
export const HASH_LENGTH = 64;
const LARGEST_LINES_BYTES = LARGEST_FILE_BYTES - HASH_LENGTH - 1 - WITH_SIGNATURES.length - 1;

/** Hashes everything after it at once, ten times as fast as ten thousand small hashes. */
export function checkOf(stamp: string, lines: Uint8Array): string {
  return createHash("sha256").update(`${stamp}\n`).update(lines).digest("hex");
}

/**
 * Identity of this file on this machine, with the writing version. A file that came with a stranger's workspace has another inode and birth
 * time, which no archive can choose, so it cannot replace the meaning of a test.yaml. Without birth times nothing is cached.
 */
export function stampOf(file: BigIntStats, version: string): string | undefined {
  if (!file.isFile() || file.birthtimeNs === 0n) return undefined;
  return `${version} ${file.ino} ${file.birthtimeNs}`;
}
