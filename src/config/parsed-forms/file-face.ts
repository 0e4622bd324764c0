import { type Stats, statSync } from "node:fs";

/**
 * What the file system says about a file and cannot leave as it is when the content changes: git trusts the same. The time of the last
 * change of any kind is part of it, and nobody can set that one, so neither an editor that keeps the size and sets the date back nor another file
 * under the same name goes unnoticed.
 */
export type Face = string;

export function faceOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): Face {
  return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/** What lies at a path, through links; undefined where nothing does, and without a face where it is no file. */
export function lookAtFile(path: string): { face: Face | undefined } | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && { face: found.isFile() ? faceOf(found) : undefined };
  } catch {
    return undefined;
  }
}

/** Longer than one tick of any clock that file systems write down (FAT has two seconds), and how far two clocks may be apart. */
export const QUIET_MS = 3000;
const CLOCKS_APART_MS = 1000;

/**
 * Whether a change after `readAt` is certain to show. A file that was changed a moment before could be changed again within the same tick
 * of the clock, and would look as it did. Such a file is read again next time.
 */
export function isSettled({ mtimeMs, ctimeMs }: Stats, readAt: number, quietMs: number): boolean {
  return Math.max(mtimeMs, ctimeMs) + quietMs <= readAt;
}

/** Whether the file system that has just made a file tells the same time as we do: a server may have a clock of its own. */
export function agreesOnTime(justMade: { ctimeMs: number | bigint }, now: number): boolean {
  return Math.abs(Number(justMade.ctimeMs) - now) <= CLOCKS_APART_MS;
}

/**
 * Whether the time of a file's last change stayed with the clock when its other date was set back. Some file systems (FAT) have one date for
 * both, and there an edit can be hidden.
 */
export function keepsTimeOfChange(
  before: { ctimeMs: number | bigint },
  setBack: { ctimeMs: number | bigint },
): boolean {
  return setBack.ctimeMs >= before.ctimeMs;
}
