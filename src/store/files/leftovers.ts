import { type Dirent, readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "../../files/index.ts";
import type { LockHolder } from "./lock.ts";

/**
 * Removes the temporary files that were left in these folders by processes killed between writing and renaming: by the one whose lock was taken
 * over, and by those of this machine that died before they could clean up after another. What a trial left is the trial's own and stays.
 */
export function removeLeftovers(dead: LockHolder, folders: readonly string[]): void {
  const isOfTheDead = (name: string): boolean => {
    const pid = Number(TEMPORARY.exec(name)?.[1]);
    return pid === dead.pid || (pid > 0 && dead.host === hostname() && !isProcessAlive(pid));
  };
  const visit = (folder: string): void => {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.endsWith(".artifacts")) visit(path);
      else if (!entry.isDirectory() && isOfTheDead(entry.name)) rmSync(path, { force: true });
    }
  };
  folders.forEach(visit);
}

/** How every file is called before it gets its name: with the process that writes it. */
const TEMPORARY = /\.(\d+)\.(?:[0-9a-f]{8}|[0-9a-f]{16})\.tmp$/;

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
