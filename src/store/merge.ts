import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { RefusedBytesError } from "../errors/index.ts";
import { ARTIFACTS_FOLDER, LOG_FOLDER } from "./layout.ts";
import { foreignMedium } from "./log/file-medium.ts";
import { type Log, openLog } from "./log/log.ts";
import { bringSegment, endOfLastLine } from "./log/merge-segment.ts";
import { copyForeignTree, namesInForeign, refuseOddTree } from "./receive/foreign-store.ts";
import { quoteForeign } from "./receive/quote-foreign.ts";
import { openTrialFolders } from "./trial-folders.ts";
import { fileDamage } from "./whole-files.ts";

/** Numbers of new items. */
export interface MergedStore {
  segments: number;
  artifacts: number;
}

/** Foreign store that was checked and contains only what a store may. */
export interface ForeignStore {
  /** Returns whether there is anything to merge. */
  isEmpty: boolean;
  /** Checks everything that would be merged. */
  lookThrough(into: string): void;
  /** Checks and merges. */
  mergeInto(into: string): MergedStore;
  close(): void;
}

/**
 * Merges a store into another by copying what is missing or damaged there; nothing intact is lost. Both may be in use meanwhile; merging
 * again completes a growing log.
 *
 * @throws RefusedBytesError before writing anything, for content that no store has: a link in its log, a pipe among its files
 *
 * @example
 * const { segments, artifacts } = mergeStores("outputs", "all-results");
 * console.log({ segments, artifacts });
 */
export function mergeStores(from: string, into: string): MergedStore {
  const store = openForeignStore(from);
  try {
    return store.mergeInto(into);
  } finally {
    store.close();
  }
}

/**
 * Checks a foreign store. Its path may be a link, but nothing inside.
 *
 * @throws RefusedBytesError naming the offending path
 */
export function openForeignStore(path: string): ForeignStore {
  const from = realPath(path);
  // Fix the ends of logs before listing files: the store may grow, and no record may come without its files.
  const segments = segmentsIn(join(from, LOG_FOLDER)).map((name) => {
    return { name, bytes: endOfLastLine(join(from, LOG_FOLDER, `${name}.jsonl`)) };
  });
  const artifacts = foldersIn(from);
  const medium = foreignMedium(join(from, LOG_FOLDER));
  const log = openLog(medium, Date.now);
  const lookThrough = (into: string) => {
    const wanted = wantedFolders(artifacts, damagedFolders(log, from, into), into);
    for (const { bucket, name } of wanted) refuseOddTree(join(from, ARTIFACTS_FOLDER, bucket, name));
    return wanted;
  };
  return {
    isEmpty: KINDS.every((kind) => log.keys(kind)[Symbol.iterator]().next().done === true),
    lookThrough: (into) => void lookThrough(realPath(into)),
    mergeInto(target) {
      const into = realPath(target);
      const wanted = lookThrough(into);
      // Check again before writing: a segment may have been replaced by a link.
      for (const { name } of segments) endOfLastLine(join(from, LOG_FOLDER, `${name}.jsonl`));
      bringArtifacts(from, into, wanted);
      mkdirSync(join(into, LOG_FOLDER), { recursive: true });
      const [theirs, ours] = [join(from, LOG_FOLDER), join(into, LOG_FOLDER)];
      const brought = segments.filter(({ name, bytes }) => bringSegment(theirs, ours, name, bytes));
      return { segments: brought.length, artifacts: wanted.length };
    },
    close: () => medium.close(),
  };
}

/** Kinds that make a store worth merging. */
const KINDS = ["run", "call", "evaluation", "shard"] as const;

/** Validates names, which become our file names. */
function segmentsIn(folder: string): string[] {
  const names = namesInForeign(folder, /\.jsonl$/, "file");
  const odd = names.find((name) => !/^\w[\w.-]{0,199}$/.test(name));
  if (odd !== undefined)
    throw new RefusedBytesError(`${quoteForeign(join(folder, odd))} has a name that no log has`, {
      path: join(folder, odd),
    });
  return names.map((name) => name.slice(0, -".jsonl".length));
}

interface TrialFolder {
  bucket: string;
  name: string;
}

function foldersIn(from: string): TrialFolder[] {
  const artifacts = join(from, ARTIFACTS_FOLDER);
  return namesInForeign(artifacts, /^[0-9a-f]{2}$/, "folder").flatMap((bucket) =>
    namesInForeign(join(artifacts, bucket), /^[0-9a-f]{64}$/, "folder").map((name) => ({ bucket, name })),
  );
}

function wantedFolders(folders: readonly TrialFolder[], damaged: ReadonlySet<string>, into: string): TrialFolder[] {
  return folders.filter(
    ({ bucket, name }) => damaged.has(name) || !existsSync(join(into, ARTIFACTS_FOLDER, bucket, name)),
  );
}

/** Returns folders of trial files that are damaged in the target and intact in the source. */
function damagedFolders(log: Log, from: string, into: string): Set<string> {
  const damaged = new Set<string>();
  for (const entry of log.keys("run")) {
    const record = entry.facts.left_files ? log.readEntry(entry) : null;
    if (!record?.files || !existsSync(join(into, record.files))) continue;
    if (fileDamage(record, into) !== null && fileDamage(record, from) === null) damaged.add(basename(record.files));
  }
  return damaged;
}

function bringArtifacts(from: string, into: string, wanted: readonly TrialFolder[]): void {
  const folders = openTrialFolders(into);
  try {
    for (const { bucket, name } of wanted) {
      const folder = folders.open();
      copyForeignTree(join(from, ARTIFACTS_FOLDER, bucket, name), folder);
      folders.keep(folder, name);
    }
  } finally {
    folders.close();
  }
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
