import { execFile, spawnSync } from "node:child_process";
import { lstatSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

/** Removes a folder with everything in it, as far as we may. Never throws. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    for (const [program, ...words] of lastResorts(path))
      await promisify(execFile)(program, words, { maxBuffer: Infinity }).catch(() => {});
  }
}

/** The same for a process that is about to end, and waits for nothing else any more. */
export function removeFolderNow(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    for (const [program, ...words] of lastResorts(path)) spawnSync(program, words, { stdio: "ignore" });
  }
}

/**
 * A path may be too long for Node to follow, and a command may have taken away the permission to empty its folders. These
 * programs go down step by step. `chmod` would follow a link that it is given, but none that it meets.
 */
export function lastResorts(path: string): [string, ...string[]][] {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return [];
  return [
    ["chmod", "-R", "-f", "u+rwX", "--", path],
    ["rm", "-rf", "--", path],
  ];
}
