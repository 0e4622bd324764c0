import { join } from "node:path";
import { sha256OfFile, type WalkedEntry, walkTree } from "../../files/index.ts";

/** An entry of a folder, by its path relative to the root with `/` as separator. */
export type TreeEntry =
  | { kind: "file"; path: string; bytes: number; executable: boolean; sha256: string | null }
  | { kind: "link"; path: string; target: string }
  /** A socket, pipe, device, or unreadable entry: listed, never opened. */
  | { kind: "special"; path: string; reason: string };

export interface TreeScan {
  /** Sorted by path. Folders are not listed, but their contents are. */
  entries: TreeEntry[];
  /** True when there was more than `maxEntries`. */
  truncated: boolean;
}

export interface ScanLimits {
  maxEntries: number;
  /** Total limit. Larger files get no hash (`sha256: null`), since a sparse file of terabytes costs nothing to make. */
  maxHashedBytes: number;
}

const NO_LIMITS: ScanLimits = { maxEntries: Number.POSITIVE_INFINITY, maxHashedBytes: Number.POSITIVE_INFINITY };

/** Entries visited before yielding to the event loop. */
const ENTRIES_AT_ONCE = 1_000;

/** Lists a folder with the hashes of its files, never following a link, so that nothing outside is reached. */
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
