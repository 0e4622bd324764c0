import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownedPrefix } from "./owner.ts";
import { removeFolder, removeFolderNow } from "./remove-folder.ts";

export interface OwnedFolder {
  /** Free of links, so that it can be compared with what the system says about a file in it. */
  path: string;
  remove: () => Promise<void>;
}

const live = new Set<string>();

/** A temporary folder that is gone when the process ends, or, if the process was killed, when the next one sweeps. */
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

/** Also when a second Ctrl-C ends the process here and now, or an exception does. */
function removeOnExit(): void {
  if (registered) return;
  registered = true;
  process.on("exit", () => {
    // What a command still writes to may stay; the next process removes it.
    for (const folder of live) removeFolderNow(folder);
  });
}
