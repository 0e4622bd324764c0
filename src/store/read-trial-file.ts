import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import type { RunRecord } from "../records/index.ts";

/** File that a trial left, or why it cannot be shown. */
export type ReadTrialFile = { ok: true; content: Uint8Array } | { ok: false; problem: string };

/**
 * Reads a file recorded by a run. Only listed paths are read, links out of the trial's folder are not followed, and changed bytes are
 * refused, as they prove nothing.
 */
export function readTrialFile(
  { artifact, files }: RunRecord,
  outputs: string,
  path: string,
  most: number,
): ReadTrialFile {
  const recorded = artifact.artifacts.find((file) => file.path === path);
  if (!recorded || files === null) return refused("it is not among the files of the trial");
  if (recorded.bytes > most) return refused("it is too large to be shown here");
  const folder = join(outputs, files);
  try {
    const real = realpathSync(join(folder, path));
    if (!real.startsWith(realpathSync(folder) + sep))
      return refused("it is a link that leads out of the trial's folder");
    const content = readRegularFile(real, recorded.bytes);
    if (content === null || createHash("sha256").update(content).digest("hex") !== recorded.sha256)
      return refused("it is not the file that the trial left");
    return { ok: true, content };
  } catch {
    return refused("it is missing");
  }
}

/** Null for anything but a regular file of the expected size; does not block on pipes. */
function readRegularFile(path: string, bytes: number): Buffer | null {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size === bytes ? readFileSync(file) : null;
  } finally {
    closeSync(file);
  }
}

function refused(problem: string): ReadTrialFile {
  return { ok: false, problem };
}
