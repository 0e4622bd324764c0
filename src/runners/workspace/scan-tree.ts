import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { lstat, open, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";

/** One thing in a folder, by its path relative to the folder's root with `/` as separator. */
export type TreeEntry =
  | { kind: "file"; path: string; bytes: number; executable: boolean; sha256: string | null }
  | { kind: "link"; path: string; target: string }
  /** A socket, pipe or device, or something that could not be read: named, never opened. */
  | { kind: "special"; path: string; reason: string };

export interface TreeScan {
  /** Sorted by path. Folders are not listed, what lies in them is. */
  entries: TreeEntry[];
  /** True when there was more than `maxEntries`. */
  truncated: boolean;
}

export interface ScanLimits {
  maxEntries: number;
  /** In all. What does not fit gets no hash (`sha256: null`): a file of terabytes with holes costs nothing to make. */
  maxHashedBytes: number;
}

export const NO_LIMITS: ScanLimits = { maxEntries: Number.POSITIVE_INFINITY, maxHashedBytes: Number.POSITIVE_INFINITY };

/** Lists a folder without ever following a link, so that nothing outside of it is reached. */
export async function scanTree(root: string, limits: ScanLimits = NO_LIMITS): Promise<TreeScan> {
  const entries: TreeEntry[] = [];
  const folders = [""];
  let seen = 0;
  let toHash = limits.maxHashedBytes;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const names = await namesIn(join(root, folder));
    if (names === null) entries.push({ kind: "special", path: folder, reason: "folder cannot be read" });
    for (const name of names ?? []) {
      if (++seen > limits.maxEntries) return { entries: sorted(entries), truncated: true };
      const path = folder === "" ? name : `${folder}/${name}`;
      const stats = await lstat(join(root, path)).catch(() => null);
      if (stats?.isDirectory()) folders.push(path);
      else {
        const entry = await describe(root, path, stats, toHash);
        if (entry.kind === "file" && entry.sha256 !== null) toHash -= entry.bytes;
        entries.push(entry);
      }
    }
  }
  return { entries: sorted(entries), truncated: false };
}

async function describe(root: string, path: string, stats: Stats | null, toHash: number): Promise<TreeEntry> {
  if (stats === null) return { kind: "special", path, reason: "cannot be looked at" };
  if (stats.isSymbolicLink()) return { kind: "link", path, target: await readlink(join(root, path)) };
  if (!stats.isFile()) return { kind: "special", path, reason: kindOf(stats) };
  const executable = (stats.mode & 0o100) !== 0;
  if (stats.size > toHash) return { kind: "file", path, bytes: stats.size, executable, sha256: null };
  try {
    return { kind: "file", path, bytes: stats.size, executable, sha256: await sha256OfFile(join(root, path)) };
  } catch {
    return { kind: "special", path, reason: "file cannot be read" };
  }
}

export async function sha256OfFile(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const hash = createHash("sha256");
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
    return hash.digest("hex");
  } finally {
    await file.close();
  }
}

async function namesIn(folder: string): Promise<string[] | null> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    return null;
  }
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return "named pipe";
  if (stats.isSocket()) return "socket";
  return "device";
}

function sorted(entries: TreeEntry[]): TreeEntry[] {
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}
