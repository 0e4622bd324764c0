import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { ARTIFACTS_FOLDER, LOG_FOLDER } from "./layout.ts";
import { fileMedium, segmentNames } from "./log/file-medium.ts";
import { openLog } from "./log/log.ts";
import { bringSegment, endOfLastLine } from "./log/merge-segment.ts";
import { openTrialFolders } from "./trial-folders.ts";
import { fileDamage } from "./whole-files.ts";

/** What was not there before. */
export interface MergedStore {
  segments: number;
  artifacts: number;
}

/**
 * Brings everything of one store into another by copying what is not there yet, or is damaged there; nothing that is whole is lost. Both may be in
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
  const artifacts = bringArtifacts(from, into, damagedFolders(from, into));
  mkdirSync(join(into, LOG_FOLDER), { recursive: true });
  const brought = segments.filter(({ name, bytes }) => bringSegment(log, join(into, LOG_FOLDER), name, bytes));
  return { segments: brought.length, artifacts };
}

/** Folders of trial files that are damaged where they are brought, and whole where they come from. */
function damagedFolders(from: string, into: string): Set<string> {
  const medium = fileMedium(join(from, LOG_FOLDER), () => new Date());
  const log = openLog(medium, Date.now);
  const damaged = new Set<string>();
  for (const entry of log.keys("run")) {
    const record = entry.facts.left_files ? log.readEntry(entry) : null;
    if (!record?.files || !existsSync(join(into, record.files))) continue;
    if (fileDamage(record, into) !== null && fileDamage(record, from) === null) damaged.add(basename(record.files));
  }
  medium.close();
  return damaged;
}

function bringArtifacts(from: string, into: string, damaged: ReadonlySet<string>): number {
  const folders = openTrialFolders(into);
  let copied = 0;
  try {
    for (const bucket of namesIn(join(from, ARTIFACTS_FOLDER), /^[0-9a-f]{2}$/))
      for (const name of namesIn(join(from, ARTIFACTS_FOLDER, bucket), /^[0-9a-f]{64}$/)) {
        if (existsSync(join(into, ARTIFACTS_FOLDER, bucket, name)) && !damaged.has(name)) continue;
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
