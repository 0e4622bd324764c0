import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { LOG_FOLDER } from "./layout.ts";

/** A store by a path at or below its folder. */
export interface FoundStore {
  /** Absolute path of outputs/. */
  outputs: string;
  /** What the path names within it, `/` as separator; empty for the store itself. */
  below: string;
}

/**
 * The store that a path belongs to: the nearest folder above it that holds a log, else the nearest that is called outputs; null when there is none.
 * What is below need not exist as a file: a store may have been written without files for reading.
 */
export function findStore(path: string): FoundStore | null {
  const above = foldersAbove(resolve(path));
  const outputs = above.find(hasLog) ?? above.find((folder) => basename(folder) === "outputs" && existsSync(folder));
  return outputs === undefined ? null : { outputs, below: relative(outputs, resolve(path)).split("\\").join("/") };
}

/** A folder of that name is not enough: /var/log is there for everything below /var. */
function hasLog(folder: string): boolean {
  try {
    return readdirSync(join(folder, LOG_FOLDER)).some((name) => SEGMENT.test(name));
  } catch {
    return false;
  }
}

/** As this program names them, and as a packed campaign does. */
const SEGMENT = /^(?:\d{8}T\d+Z-.*|packed-\d+)\.jsonl$/;

/** The path itself and all folders above it. */
function foldersAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...foldersAbove(parent)];
}
