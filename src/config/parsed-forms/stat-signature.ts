import { type Stats, statSync } from "node:fs";

/**
 * File attributes that cannot all stay the same when the content changes, as git assumes too. Includes the change time, which cannot be
 * set, so an edit that keeps the size and restores the date is detected, as is a replaced file.
 */
export type StatSignature = string;

export function statSignature({ dev, ino, size, mtimeMs, ctimeMs }: Stats): StatSignature {
  return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/** Stats a path, following links; undefined if it does not exist, and without a signature if it is no file. */
export function statFile(path: string): { signature: StatSignature | undefined } | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && { signature: found.isFile() ? statSignature(found) : undefined };
  } catch {
    return undefined;
  }
}

/** Longer than a tick of any file system's clock (two seconds on FAT), and the allowed difference of two clocks. */
export const QUIET_MS = 3000;
const CLOCKS_APART_MS = 1000;

/**
 * Returns whether any change after `readAt` is certain to show. A file changed just before might change again within the same tick, so it
 * is read again next time.
 */
export function isSettled({ mtimeMs, ctimeMs }: Stats, readAt: number, quietMs: number): boolean {
  return Math.max(mtimeMs, ctimeMs) + quietMs <= readAt;
}

/** Returns whether the clock of the file system agrees with ours; a file server has its own. */
export function agreesOnTime(justMade: { ctimeMs: number | bigint }, now: number): boolean {
  return Math.abs(Number(justMade.ctimeMs) - now) <= CLOCKS_APART_MS;
}

/**
 * Returns whether the change time survived setting the modification time back. Some file systems (FAT) have a single date, which can hide
 * an edit.
 */
export function keepsTimeOfChange(
  before: { ctimeMs: number | bigint },
  setBack: { ctimeMs: number | bigint },
): boolean {
  return setBack.ctimeMs >= before.ctimeMs;
}
