import { type Dirent, readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "../../files/index.ts";
import type { LockHolder } from "./lock.ts";

/**
 * Removes temporary files left by killed processes: by the previous holder of a lock, and by processes of this machine that died while
 * cleaning up. Files inside trials' folders are kept.
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

/** Temporary names contain the writing process. */
const TEMPORARY = /\.(\d+)\.(?:[0-9a-f]{8}|[0-9a-f]{16})\.tmp$/;

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
