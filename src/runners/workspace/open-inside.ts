import { constants, lstatSync } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { join } from "node:path";

/** What is where the subject had a folder: that folder, nothing, or something else that it must not lead us to. */
export async function rootLeft(root: string): Promise<"folder" | "missing" | "replaced"> {
  const stats = await lstat(root).catch(() => null);
  if (stats === null) return "missing";
  return stats.isDirectory() ? "folder" : "replaced";
}

/**
 * Opens a regular file below `root` for reading, or gives null. No part of the way may be a link, the root included: the folder
 * was writable to the subject, who must not be able to point us at a file of the host.
 */
export async function openInside(root: string, path: string): Promise<FileHandle | null> {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return null;
  for (let depth = 0; depth < parts.length; depth++) {
    if (!lookAt(join(root, ...parts.slice(0, depth)))?.isDirectory()) return null;
  }
  const target = join(root, ...parts);
  if (!lookAt(target)?.isFile()) return null;
  return await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
}

/** At once: to wait for a thread that looks would take most of the time that thousands of files take. */
function lookAt(path: string) {
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
