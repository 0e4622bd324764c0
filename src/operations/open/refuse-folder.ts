import { statSync } from "node:fs";
import { resolve } from "node:path";
import { OutputPathError } from "../../errors/index.ts";

/** Refuses a folder in place of a file early: reading it would only say EISDIR. */
export function refuseFolder(written: string, cwd: string): void {
  if (statSync(resolve(cwd, written), { throwIfNoEntry: false })?.isDirectory())
    throw new OutputPathError(`${written} is a folder; name a file`, { path: written });
}
