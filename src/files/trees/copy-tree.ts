import { constants } from "node:fs";
import { chmod, copyFile, lstat, mkdir, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type WalkOptions, walkTree } from "./walk-tree.ts";

/**
 * Copies a folder: files with modes and times, folders, and links as links. Leaves out special files, so that later readers never
 * block, and files that their owner may not read. A root that is itself a link is not followed; nothing is copied.
 */
export async function copyTree(from: string, to: string, leaveOut?: WalkOptions["leaveOut"]): Promise<void> {
  await mkdir(to, { recursive: true });
  const top = await lstat(from).catch(() => null);
  if (!top?.isDirectory()) return;
  const folders = [{ path: to, mode: (top.mode & 0o777) | 0o700 }];
  for (const entry of walkTree(from, { leaveOut })) {
    const target = join(to, entry.path);
    if (entry.kind === "link") await symlink(entry.target, target);
    else if (entry.kind === "folder") {
      await mkdir(target, { recursive: true });
      folders.push({ path: target, mode: entry.mode });
    } else if (entry.kind === "file") await copyOne(join(from, entry.path), target);
  }
  // Innermost first, because a folder without write permission could not be filled.
  for (const { path, mode } of folders.reverse()) await chmod(path, mode);
}

async function copyOne(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EACCES") return;
    throw error;
  }
  const { atime, mtime, mode } = await lstat(source);
  await chmod(target, mode & 0o777);
  await utimes(target, atime, mtime);
}
