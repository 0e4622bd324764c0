import { join } from "node:path";
import { sha256OfFile, type WalkedEntry, walkTree } from "../../files/index.ts";

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

const NO_LIMITS: ScanLimits = { maxEntries: Number.POSITIVE_INFINITY, maxHashedBytes: Number.POSITIVE_INFINITY };

/** How many entries are looked at before others get their turn. */
const ENTRIES_AT_ONCE = 1_000;

/** Lists a folder with the hashes of its files, without ever following a link, so that nothing outside of it is reached. */
export async function scanTree(root: string, limits: ScanLimits = NO_LIMITS): Promise<TreeScan> {
  const entries: TreeEntry[] = [];
  let seen = 0;
  let toHash = limits.maxHashedBytes;
  for (const walked of walkTree(root, { limits: { entries: limits.maxEntries } })) {
    if (++seen % ENTRIES_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    if (walked.kind === "folder") continue;
    if (walked.kind === "limit") return { entries: sorted(entries), truncated: true };
    const entry = walked.kind === "file" ? await describe(root, walked, toHash) : walked;
    if (entry.kind === "file" && entry.sha256 !== null) toHash -= entry.bytes;
    entries.push(entry);
  }
  return { entries: sorted(entries), truncated: false };
}

async function describe(
  root: string,
  { path, bytes, mode }: Extract<WalkedEntry, { kind: "file" }>,
  toHash: number,
): Promise<TreeEntry> {
  const file = { kind: "file" as const, path, bytes, executable: (mode & 0o100) !== 0 };
  if (bytes > toHash) return { ...file, sha256: null };
  try {
    return { ...file, sha256: await sha256OfFile(join(root, path)) };
  } catch {
    return { kind: "special", path, reason: "file cannot be read" };
  }
}

function sorted(entries: TreeEntry[]): TreeEntry[] {
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}
