import { execFile, spawnSync } from "node:child_process";
import { lstatSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

/** Removes a folder with everything in it, as far as permissions allow. Never throws. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    for (const [program, ...words] of forcedRemovals(path))
      await promisify(execFile)(program, words, { maxBuffer: Infinity }).catch(() => {});
  }
}

/** Like `removeFolder`, synchronously, for a process about to exit. */
export function removeFolderNow(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    for (const [program, ...words] of forcedRemovals(path)) spawnSync(program, words, { stdio: "ignore" });
  }
}

/**
 * Commands that descend step by step, for paths too long for Node and folders without permissions. `chmod` follows a link given
 * as argument, but none that it meets.
 */
export function forcedRemovals(path: string): [string, ...string[]][] {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return [];
  return [
    ["chmod", "-R", "-f", "u+rwX", "--", path],
    ["rm", "-rf", "--", path],
  ];
}
