import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { ARTIFACTS_FOLDER, LOG_FOLDER } from "./layout.ts";
import { foreignMedium } from "./log/file-medium.ts";
import { type Log, openLog } from "./log/log.ts";
import { bringSegment, endOfLastLine } from "./log/merge-segment.ts";
import { copyForeignTree, namesInForeign, refuseOddTree } from "./receive/foreign-store.ts";
import { quoteForeign, RefusedBytesError } from "./receive/refused-bytes.ts";
import { openTrialFolders } from "./trial-folders.ts";
import { fileDamage } from "./whole-files.ts";

/** What was not there before. */
export interface MergedStore {
  segments: number;
  artifacts: number;
}

/** A store of somebody else's that was looked through, and has nothing in it that no store has. */
export interface ForeignStore {
  /** Whether it holds anything that could be brought into another. */
  isEmpty: boolean;
  /** Looks through all that is to be brought into another store, too. */
  lookThrough(into: string): void;
  /** Does so, and brings it. */
  mergeInto(into: string): MergedStore;
  close(): void;
}

/**
 * Brings everything of one store into another by copying what is not there yet, or is damaged there; nothing that is whole is lost. Both may be in
 * use meanwhile, and a log that still grows is completed by merging again.
 *
 * @throws RefusedBytesError before anything is written, when there is something in it that no store has: a link in its log, a pipe among its files
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
 * Looks through a store of somebody else's. Its path may be a link; nothing in it may.
 *
 * @throws RefusedBytesError naming the place that is not as it should be
 */
export function openForeignStore(path: string): ForeignStore {
  const from = realPath(path);
  // How far the logs reach is settled before files are looked for, so that no record comes without its files: the store may grow meanwhile.
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
      // Opened once more before anything is written: a segment may have been swapped for a link since.
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

/** What a store that is worth merging holds. */
const KINDS = ["run", "call", "evaluation", "shard"] as const;

/** Each name becomes one of a file of ours. */
function segmentsIn(folder: string): string[] {
  const names = namesInForeign(folder, /\.jsonl$/, "file");
  const odd = names.find((name) => !/^\w[\w.-]{0,199}$/.test(name));
  if (odd !== undefined) throw new RefusedBytesError(`${quoteForeign(join(folder, odd))} has a name that no log has`);
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

/** Folders of trial files that are damaged where they are brought, and whole where they come from. */
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
