import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { LOG_FOLDER } from "./layout.ts";

/** Store found from a path at or below its folder. */
export interface FoundStore {
  /** Absolute path of outputs/. */
  outputs: string;
  /** Rest of the path, separated by `/`; empty for the store itself. */
  below: string;
}

/**
 * Finds the store of a path: the nearest folder above with a log, or else the nearest named outputs; null if there is none. The rest of the
 * path need not exist, as a store may have no files for reading.
 */
export function findStore(path: string): FoundStore | null {
  const above = foldersAbove(resolve(path));
  const outputs = above.find(hasLog) ?? above.find((folder) => basename(folder) === "outputs" && existsSync(folder));
  return outputs === undefined ? null : { outputs, below: relative(outputs, resolve(path)).split("\\").join("/") };
}

/** Requires segments: /var/log is above everything in /var. */
function hasLog(folder: string): boolean {
  try {
    return readdirSync(join(folder, LOG_FOLDER)).some((name) => SEGMENT.test(name));
  } catch {
    return false;
  }
}

/** Names by this program, and in a packed campaign. */
const SEGMENT = /^(?:\d{8}T\d+Z-.*|packed-\d+)\.jsonl$/;

/** The path and all folders above it. */
function foldersAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...foldersAbove(parent)];
}
