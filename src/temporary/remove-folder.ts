import { execFile } from "node:child_process";
import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Removes a folder with everything in it, as far as we may. Never throws. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await makeWritable(path);
    // Node cannot follow a path that is too long; this goes down step by step.
    await promisify(execFile)("rm", ["-rf", "--", path]).catch(() => {});
  }
}

/** A command may have taken away the permission to empty its folders. */
async function makeWritable(folder: string): Promise<void> {
  // `chmod` follows links, and one could lead anywhere.
  if (!(await lstat(folder).catch(() => null))?.isDirectory()) return;
  await chmod(folder, 0o700).catch(() => {});
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
}
