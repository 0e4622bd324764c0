import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACTS_FOLDER, LOG_FOLDER } from "./layout.ts";
import { segmentNames } from "./log/file-medium.ts";
import { bringSegment, endOfLastLine } from "./log/merge-segment.ts";
import { openTrialFolders } from "./trial-folders.ts";

/** What was not there before. */
export interface MergedStore {
  segments: number;
  artifacts: number;
}

/**
 * Brings everything of one store into another by copying what is not there yet; nothing that is there is lost. Both may be in
 * use meanwhile, and a log that still grows is completed by merging again.
 *
 * @example
 * const { segments, artifacts } = mergeStores("outputs", "all-results");
 * console.log({ segments, artifacts });
 */
export function mergeStores(from: string, into: string): MergedStore {
  const log = join(from, LOG_FOLDER);
  // How far the logs reach is settled first and files are copied before them, so that no record comes without its files.
  const segments = segmentNames(log).map((name) => ({ name, bytes: endOfLastLine(join(log, `${name}.jsonl`)) }));
  const artifacts = bringArtifacts(from, into);
  mkdirSync(join(into, LOG_FOLDER), { recursive: true });
  const brought = segments.filter(({ name, bytes }) => bringSegment(log, join(into, LOG_FOLDER), name, bytes));
  return { segments: brought.length, artifacts };
}

function bringArtifacts(from: string, into: string): number {
  const folders = openTrialFolders(into);
  let copied = 0;
  try {
    for (const bucket of namesIn(join(from, ARTIFACTS_FOLDER), /^[0-9a-f]{2}$/))
      for (const name of namesIn(join(from, ARTIFACTS_FOLDER, bucket), /^[0-9a-f]{64}$/)) {
        if (existsSync(join(into, ARTIFACTS_FOLDER, bucket, name))) continue;
        const folder = folders.open();
        cpSync(join(from, ARTIFACTS_FOLDER, bucket, name), folder, { recursive: true, verbatimSymlinks: true });
        folders.keep(folder, name);
        copied += 1;
      }
  } finally {
    folders.close();
  }
  return copied;
}

function namesIn(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .sort();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code!)) return [];
    throw error;
  }
}
