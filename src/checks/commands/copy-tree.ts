import { constants } from "node:fs";
import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";

/**
 * Copies what a trial left into a new folder: files with their modes and times, folders, and links as links. What is none of these is
 * left out, so that nothing blocks whoever opens it; so is what its owner may not read. A top folder that is itself a link is no folder of the trial, and nothing is copied.
 */
export async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const top = await lstat(from).catch(() => null);
  if (top?.isDirectory()) await copyEntries(from, to);
}

async function copyEntries(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true }).catch(ifUnreadable([]))) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isDirectory()) {
      await mkdir(target);
      await copyEntries(source, target);
      await chmod(target, (await lstat(source)).mode & 0o777);
    } else if (entry.isFile()) {
      const copied = copyFile(source, target, constants.COPYFILE_FICLONE).then(() => true);
      if (!(await copied.catch(ifUnreadable(false)))) continue;
      const { atime, mtime } = await lstat(source);
      await utimes(target, atime, mtime);
    }
  }
}

function ifUnreadable<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code !== "EACCES") throw error;
    return value;
  };
}
