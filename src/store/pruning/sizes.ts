import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACTS_FOLDER, CACHE_FOLDER, LOG_FOLDER } from "../layout.ts";

/** Files and bytes of a store, by purpose. */
export interface StoreSizes {
  log: Size;
  /** Files that trials left or were sent. */
  artifacts: Size;
  /** Reading files, which can be written again. */
  reading: Size;
  /** Parsed forms, which may be deleted at any time. */
  cache: Size;
  total: Size;
}

export interface Size {
  files: number;
  bytes: number;
}

/**
 * Counts every file once. Links count as themselves.
 *
 * @param named folders below outputs/ that hold results under names
 */
export function sizesOf<Named extends string>(
  outputs: string,
  named: readonly Named[],
): StoreSizes & Record<Named, Size> {
  const of = (...folders: string[]) => sum(folders.map((folder) => sizeBelow(join(outputs, folder))));
  const parts = {
    log: of(LOG_FOLDER),
    artifacts: of(ARTIFACTS_FOLDER),
    reading: of("runs", "evaluations"),
    ...(Object.fromEntries(named.map((folder) => [folder, of(folder)])) as Record<Named, Size>),
    cache: of(CACHE_FOLDER),
  };
  return { ...parts, total: sum(Object.values(parts)) };
}

/** Counts files and bytes at or below a path; zero if it is missing. */
export function sizeBelow(path: string): Size {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return { files: 0, bytes: 0 };
  if (!found.isDirectory()) return { files: 1, bytes: found.size };
  try {
    return sum(readdirSync(path).map((name) => sizeBelow(join(path, name))));
  } catch {
    // Removed meanwhile, or not accessible.
    return { files: 0, bytes: 0 };
  }
}

function sum(sizes: readonly Size[]): Size {
  const total = { files: 0, bytes: 0 };
  for (const { files, bytes } of sizes) {
    total.files += files;
    total.bytes += bytes;
  }
  return total;
}
