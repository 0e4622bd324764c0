import { lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { observePath } from "./path-observer.ts";

/** An entry of a folder, by its path relative to the root with `/` as separator. */
export type WalkedEntry =
  | { kind: "file"; path: string; bytes: number; mode: number }
  | { kind: "folder"; path: string; mode: number }
  | { kind: "link"; path: string; target: string }
  /** A socket, pipe, device, or unreadable entry: listed, never opened. */
  | { kind: "special"; path: string; reason: string }
  /** Comes last: the limits were reached, and further entries were not visited. */
  | { kind: "limit"; path: string; limit: keyof TreeLimits };

/** Omit for no limit. */
export interface TreeLimits {
  /** Entries of any kind, folders included. */
  entries?: number;
  /** Everything but folders. */
  files?: number;
  /** Apparent size; files with holes count in full. */
  bytes?: number;
  /** Number of folders on a path. */
  depth?: number;
}

export interface WalkOptions {
  limits?: TreeLimits;
  /** Excludes an entry and everything below it, by name or by path (with a final `/` for folders). */
  leaveOut?: (name: string, path: string) => boolean;
}

/**
 * Walks everything below a folder: each folder before its contents, siblings sorted by name. Follows no links, so it stays inside
 * and ends; opens no files, so it never blocks. Lazy: visits only as many entries as requested.
 */
export function* walkTree(root: string, { limits = {}, leaveOut }: WalkOptions = {}): Generator<WalkedEntry> {
  const most = { ...NO_LIMITS, ...limits };
  const seen = { entries: 0, files: 0, bytes: 0 };
  const waiting: string[] = [];
  const enter = (folder: string): boolean => {
    const names = namesIn(at(root, folder));
    // Reversed, so that the first name is visited next.
    for (const name of names?.sort().reverse() ?? []) waiting.push(folder === "" ? name : `${folder}/${name}`);
    return names !== null;
  };
  if (!enter("")) yield { kind: "special", path: "", reason: "folder cannot be read" };
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = describeEntry(root, path);
    if (leaveOut?.(path.slice(path.lastIndexOf("/") + 1), entry.kind === "folder" ? `${path}/` : path)) continue;
    seen.entries += 1;
    if (entry.kind !== "folder") seen.files += 1;
    if (entry.kind === "file") seen.bytes += entry.bytes;
    const exceeded = (["entries", "files", "bytes"] as const).find((limit) => seen[limit] > most[limit]);
    const limit = depthOf(path) > most.depth ? "depth" : exceeded;
    if (limit !== undefined) {
      yield { kind: "limit", path, limit };
      return;
    }
    yield entry;
    if (entry.kind === "folder" && !enter(path)) yield { kind: "special", path, reason: "folder cannot be read" };
  }
}

const NO_LIMITS: Required<TreeLimits> = { entries: Infinity, files: Infinity, bytes: Infinity, depth: Infinity };

function describeEntry(root: string, path: string): WalkedEntry {
  observePath(at(root, path));
  try {
    const stats = lstatSync(at(root, path));
    if (stats.isDirectory()) return { kind: "folder", path, mode: stats.mode & 0o777 };
    if (stats.isFile()) return { kind: "file", path, bytes: stats.size, mode: stats.mode & 0o777 };
    if (stats.isSymbolicLink()) return { kind: "link", path, target: readlinkSync(at(root, path)) };
    return { kind: "special", path, reason: nameOf(stats) };
  } catch {
    return { kind: "special", path, reason: "cannot be looked at" };
  }
}

function at(root: string, path: string): string {
  return path === "" ? root : `${root}/${path}`;
}

function depthOf(path: string): number {
  return path.split("/").length - 1;
}

function namesIn(folder: string): string[] | null {
  observePath(folder, "names");
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}

function nameOf(stats: Stats): string {
  if (stats.isFIFO()) return "named pipe";
  return stats.isSocket() ? "socket" : "device";
}
