import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Removes a folder with everything in it, as far as we may. Never throws. */
export async function removeFolder(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  await remove().catch(async () => {
    await makeWritable(path);
    await remove().catch(() => {});
  });
}

/** A command may have taken away the permission to empty its folders. */
async function makeWritable(folder: string): Promise<void> {
  // `chmod` follows links, and one could lead anywhere.
  if (!(await lstat(folder).catch(() => null))?.isDirectory()) return;
  await chmod(folder, 0o700).catch(() => {});
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
}
