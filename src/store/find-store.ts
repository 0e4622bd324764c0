import { existsSync } from "node:fs";
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
  const outputs =
    above.find((folder) => existsSync(join(folder, LOG_FOLDER))) ??
    above.find((folder) => basename(folder) === "outputs" && existsSync(folder));
  return outputs === undefined ? null : { outputs, below: relative(outputs, resolve(path)).split("\\").join("/") };
}

/** The path itself and all folders above it. */
function foldersAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...foldersAbove(parent)];
}
