import { type Dirent, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { LockHolder } from "./lock.ts";

/**
 * Removes the temporary files that a process left in these folders when it was killed between writing and renaming. They
 * carry its pid, and whoever took over its lock knows that it is dead. What a trial left is the trial's own and stays.
 */
export function removeLeftovers(dead: LockHolder, folders: readonly string[]): void {
  const ofTheDead = new RegExp(`\\.${dead.pid}\\.(?:[0-9a-f]{8}|[0-9a-f]{16})\\.tmp$`);
  const visit = (folder: string): void => {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.endsWith(".artifacts")) visit(path);
      else if (!entry.isDirectory() && ofTheDead.test(entry.name)) rmSync(path, { force: true });
    }
  };
  folders.forEach(visit);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
