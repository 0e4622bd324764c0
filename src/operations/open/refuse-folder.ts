import { statSync } from "node:fs";
import { resolve } from "node:path";
import { OutputPathError } from "../../errors/index.ts";

/** A folder in the place of a file would be found out late, and in the words of the disk: EISDIR. */
export function refuseFolder(written: string, cwd: string): void {
  if (statSync(resolve(cwd, written), { throwIfNoEntry: false })?.isDirectory())
    throw new OutputPathError(`${written} is a folder; name a file`, { path: written });
}
