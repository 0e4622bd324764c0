import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import type { RunRecord } from "../records/index.ts";
import { hashOfFirst } from "./files/hash-of-first.ts";

/** Damage to a trial's files, as a sentence without a full stop; null if they are intact. */
export type FileDamage = string | null;

/** Compares a trial's files with its record: each with its SHA-256, none missing, none added, and no link that leads outside. */
export function fileDamage({ artifact, files }: RunRecord, outputs: string): FileDamage {
  if (files === null) return null;
  const folder = join(outputs, files);
  const recorded = new Map(artifact.artifacts.map((file) => [file.path, file]));
  for (const { path, bytes, sha256 } of recorded.values()) {
    const size = sizeOf(join(folder, path));
    if (size === null) return `${path} is missing`;
    if (size !== bytes) return `${path} has ${size} bytes, the trial left ${bytes}`;
    if (hashOfFile(join(folder, path), bytes) !== sha256) return `${path} is not the file that the trial left`;
  }
  return strangerIn(folder, recorded);
}

function sizeOf(path: string): number | null {
  try {
    const found = lstatSync(path);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}

function hashOfFile(path: string, bytes: number): string | null {
  try {
    return hashOfFirst(path, bytes);
  } catch {
    return null;
  }
}

function strangerIn(folder: string, recorded: ReadonlyMap<string, unknown>): FileDamage {
  for (const entry of entriesBelow(folder)) {
    const path = join(entry.parentPath, entry.name);
    const inside = path
      .slice(folder.length + 1)
      .split(sep)
      .join("/");
    if (entry.isFile() && !recorded.has(inside)) return `${inside} was not left by the trial`;
    if (entry.isSymbolicLink() && leadsOut(folder, path)) return `${inside} is a link that leads out`;
  }
  return null;
}

function entriesBelow(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
}

/** Links that stay inside are kept; their targets are not recorded. */
function leadsOut(folder: string, link: string): boolean {
  try {
    if (readlinkSync(link).startsWith("/")) return true;
    return !realpathSync(link).startsWith(realpathSync(folder) + sep);
  } catch {
    return false;
  }
}
