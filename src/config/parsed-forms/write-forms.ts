import { hash, randomBytes } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** What a file with this content was understood as, as JSON. */
export interface Form {
  content: string;
  json: string;
}

/** The forms of a hundred thousand cases. */
export const LARGEST_FILE_BYTES = 128 * 1024 * 1024;

/**
 * Writes forms under a temporary name and puts the file in its place: of two processes the last one wins, and a reader
 * sees one of the two files whole. Forms that this load did not use may come back (another branch, another suite), so
 * they stay while they are no more than those that it did use.
 */
export function writeForms(path: string, version: string, used: Iterable<Form>, others: Iterable<Form>): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
    const file = openSync(temporary, "wx");
    try {
      const stamp = stampOf(fstatSync(file, { bigint: true }), version);
      if (stamp === undefined) return;
      writeFileSync(file, linesOf(used, others, stamp));
      renameSync(temporary, path);
    } finally {
      closeSync(file);
      rmSync(temporary, { force: true });
    }
  } catch {
    // A full disk, a folder that may not be written to: the next load parses again, and that is all.
  }
}

function linesOf(used: Iterable<Form>, others: Iterable<Form>, stamp: string): string {
  const lines: string[] = [];
  let bytes = 0;
  const add = ({ content, json }: Form, most: number): boolean => {
    const line = `["${content}","${checkOf(stamp, content, json)}",${json}]\n`;
    const size = Buffer.byteLength(line);
    if (bytes + size > most) return false;
    bytes += size;
    lines.push(line);
    return true;
  };
  for (const form of used) if (!add(form, LARGEST_FILE_BYTES)) break;
  const most = Math.min(2 * bytes, LARGEST_FILE_BYTES);
  for (const form of others) if (!add(form, most)) break;
  return lines.join("");
}

export function checkOf(stamp: string, content: string, json: string): string {
  return hash("sha256", `${stamp}\n${content}\n${json}`);
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
