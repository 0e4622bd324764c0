import { constants, lstatSync } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { join } from "node:path";

/** The state of the subject's folder: still a folder, missing, or replaced by something that must not be followed. */
export async function findRootState(root: string): Promise<"folder" | "missing" | "replaced"> {
  const stats = await lstat(root).catch(() => null);
  if (stats === null) return "missing";
  return stats.isDirectory() ? "folder" : "replaced";
}

/**
 * Opens a regular file below `root` for reading, or returns null. No part of the path may be a link, including the root: the
 * folder was writable to the subject, who must not be able to redirect us to a file of the host.
 */
export async function openInside(root: string, path: string): Promise<FileHandle | null> {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return null;
  for (let depth = 0; depth < parts.length; depth++) {
    if (!statNow(join(root, ...parts.slice(0, depth)))?.isDirectory()) return null;
  }
  const target = join(root, ...parts);
  if (!statNow(target)?.isFile()) return null;
  return await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
}

/** Synchronous, because waiting for a thread would dominate the time for thousands of files. */
function statNow(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The whole file, or null when it is missing, reached through a link, or larger than `maxBytes`. */
export async function readInside(root: string, path: string, maxBytes: number): Promise<Buffer | null> {
  const file = await openInside(root, path);
  if (file === null) return null;
  try {
    return (await file.stat()).size > maxBytes ? null : await file.readFile();
  } finally {
    await file.close();
  }
}
