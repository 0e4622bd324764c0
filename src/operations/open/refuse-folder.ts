import { statSync } from "node:fs";
import { resolve } from "node:path";
import { OperationError } from "../errors/operation-error.ts";

/** A folder in the place of a file would be found out late, and in the words of the disk: EISDIR. */
export function refuseFolder(written: string, cwd: string): void {
  if (statSync(resolve(cwd, written), { throwIfNoEntry: false })?.isDirectory())
    throw new OperationError(`${written} is a folder; name a file`);
}
