import { accessSync, constants, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryName } from "./atomic.ts";

/** Explains a file system error with advice; null for other errors. */
export function diskProblem(error: unknown): string | null {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return null;
  const { code, path, message } = error as NodeJS.ErrnoException;
  const words = WORDS[code!];
  return words === undefined ? message : `${words}${path === undefined ? "" : ` (${path})`}`;
}

const FILE_FOR_FOLDER = "there is a file where a folder should be";
const FOLDER_FOR_FILE = "there is a folder where a file should be";
const NO_PERMISSION = "there is no permission to write";
const TOO_MANY_FILES = "too many files are open; allow more of them with ulimit -n";

const WORDS: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EFBIG: "a file would grow beyond the limit for files (ulimit -f)",
  EMFILE: TOO_MANY_FILES,
  ENFILE: TOO_MANY_FILES,
  EROFS: "the disk is read-only",
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  ENOTDIR: FILE_FOR_FOLDER,
  EEXIST: FILE_FOR_FOLDER,
  EISDIR: FOLDER_FOR_FILE,
  ENOTEMPTY: FOLDER_FOR_FILE,
};

/** Enough for the first records. */
const PROBE_BYTES = 64 * 1024;

/** Checks that a folder accepts results, before anything is paid for, by writing and removing a little; throws the file system's error. */
export function tryWriting(folder: string): void {
  accessSync(nearestThere(folder), constants.W_OK);
  mkdirSync(folder, { recursive: true });
  const probe = temporaryName(join(folder, ".probe"));
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { flag: "wx" });
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Returns the nearest existing folder: creating folders on a read-only disk only says that the folder is missing. */
function nearestThere(folder: string): string {
  for (let path = folder; ; path = dirname(path))
    if (statSync(path, { throwIfNoEntry: false }) || dirname(path) === path) return path;
}
