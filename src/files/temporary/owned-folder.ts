import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownedPrefix } from "./owner.ts";
import { removeFolder, removeFolderNow } from "./remove-folder.ts";

export interface OwnedFolder {
  /** Without links, so that it can be compared with the paths the system reports. */
  path: string;
  remove: () => Promise<void>;
}

const live = new Set<string>();

/** A temporary folder, removed when the process exits, or by a later process if this one was killed. */
export function openOwnedFolder(purpose: string): OwnedFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), ownedPrefix(purpose))));
  live.add(path);
  removeOnExit();
  const remove = async () => {
    await removeFolder(path);
    live.delete(path);
  };
  return { path, remove };
}

let registered = false;

/** Runs even when a second Ctrl-C or an exception ends the process immediately. */
function removeOnExit(): void {
  if (registered) return;
  registered = true;
  process.on("exit", () => {
    // Files that a command still writes may stay; the next process removes them.
    for (const folder of live) removeFolderNow(folder);
  });
}
