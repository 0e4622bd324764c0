import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { chmod, mkdir, open, readdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { RefusedBytesError } from "../../errors/index.ts";
import { quoteForeign } from "./quote-foreign.ts";
import { type EntryLimits, type PackedEntry, sortEntries } from "./tree-entries.ts";

/** Fetches a content by its SHA-256, up to a size. */
export type FetchContent = (sha256: string, mostBytes: number) => Promise<Buffer>;

export interface PackedTreeLimits extends EntryLimits {
  bytesPerFile: number;
  bytesInAll: number;
}

/**
 * Unpacks entries into a new or empty folder. Writes nothing before all entries are checked, and nothing through a link: links come last
 * and are never followed. Keeps only permissions of the modes, and always the owner's.
 *
 * @throws RefusedBytesError for an invalid entry; the folder is then empty
 */
export async function unpackTree(
  entries: readonly PackedEntry[],
  folder: string,
  fetchContent: FetchContent,
  limits: PackedTreeLimits,
): Promise<void> {
  const { refused } = sortEntries(entries, limits);
  const [first] = refused;
  if (first)
    throw new RefusedBytesError(`of its files ${quoteForeign(first.path)} is refused: ${first.problem}`, {
      path: first.path,
    });
  if (entries.length === 0) return;
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  try {
    await makeEntries(entries, folder, fetchContent, limits);
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

async function makeEntries(
  entries: readonly PackedEntry[],
  folder: string,
  fetchContent: FetchContent,
  { bytesPerFile, bytesInAll }: PackedTreeLimits,
): Promise<void> {
  let left = bytesInAll;
  for (const entry of entries) {
    const target = join(folder, entry.path);
    await mkdir(entry.kind === "folder" ? target : dirname(target), { recursive: true });
    if (entry.kind !== "file") continue;
    const content = await fetchContent(entry.sha256, Math.min(bytesPerFile, left));
    left -= content.length;
    if (content.length > bytesPerFile || left < 0)
      throw new RefusedBytesError(`of its files ${quoteForeign(entry.path)} is refused: it is too large`, {
        path: entry.path,
      });
    if (createHash("sha256").update(content).digest("hex") !== entry.sha256)
      throw new RefusedBytesError(
        `of its files ${quoteForeign(entry.path)} is refused: it is not what its SHA-256 says`,
        { path: entry.path },
      );
    await writeNew(target, content, entry.mode);
  }
  // The sender does not decide the mode of our own folder.
  for (const entry of entries)
    if (entry.kind === "folder" && entry.path !== ".")
      await chmod(join(folder, entry.path), permissions(entry.mode, 0o700));
  for (const entry of entries) if (entry.kind === "link") await symlink(entry.target, join(folder, entry.path));
}

async function writeNew(path: string, content: Buffer, mode: number): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await file.writeFile(content);
    await file.chmod(permissions(mode, 0o400));
  } finally {
    await file.close();
  }
}

/** Removes set-id bits and adds the owner's necessary permissions. */
function permissions(mode: number, always: number): number {
  return (mode & 0o777) | always;
}
