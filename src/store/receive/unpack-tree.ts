import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { chmod, mkdir, open, readdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { quoteForeign, RefusedBytesError } from "./refused-bytes.ts";
import { type EntryLimits, type PackedEntry, sortEntries } from "./tree-entries.ts";

/** A content by its SHA-256, if it has no more bytes than that. */
export type FetchContent = (sha256: string, mostBytes: number) => Promise<Buffer>;

export interface PackedTreeLimits extends EntryLimits {
  bytesPerFile: number;
  bytesInAll: number;
}

/**
 * Puts what was packed elsewhere into a new or an empty folder. Nothing is written until every entry was looked at, and nothing through a link:
 * links are made last and never followed. Of the modes only the permissions stay, and the owner's own always.
 *
 * @throws RefusedBytesError when an entry may not be made; the folder is empty then
 */
export async function unpackTree(
  entries: readonly PackedEntry[],
  folder: string,
  fetchContent: FetchContent,
  limits: PackedTreeLimits,
): Promise<void> {
  const { refused } = sortEntries(entries, limits);
  const [first] = refused;
  if (first) throw new RefusedBytesError(`of its files ${quoteForeign(first.path)} is refused: ${first.problem}`);
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
      throw new RefusedBytesError(`of its files ${quoteForeign(entry.path)} is refused: it is too large`);
    if (createHash("sha256").update(content).digest("hex") !== entry.sha256)
      throw new RefusedBytesError(
        `of its files ${quoteForeign(entry.path)} is refused: it is not what its SHA-256 says`,
      );
    await writeNew(target, content, entry.mode);
  }
  // The folder itself is ours: its mode is not the sender's to say.
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

/** Without the rights to act as its owner, and with those that its owner cannot do without. */
function permissions(mode: number, always: number): number {
  return (mode & 0o777) | always;
}
