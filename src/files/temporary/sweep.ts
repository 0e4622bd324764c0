import { lstat, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOrphan } from "./owner.ts";
import { removeFolder } from "./remove-folder.ts";

let sweeping: Promise<void> | null = null;

/** Removes temporary folders left by killed processes of this machine, once per process. Never throws. */
export function sweepFolders(): Promise<void> {
  sweeping ??= sweepFolder(tmpdir());
  return sweeping;
}

export async function sweepFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (isOrphan(name) && (await isOurs(join(folder, name)))) await removeFolder(join(folder, name));
}

/**
 * True if we created the folder. Anyone may create names like ours in /tmp: an entry that is not a folder, belongs to another
 * user or is writable by others could redirect the removal.
 */
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (!found?.isDirectory()) return false;
  return found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}
