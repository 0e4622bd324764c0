import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, sep } from "node:path";
import { relinkInside, staysInside } from "./links-of-trials.ts";
import { type FileRedactor, namesSecret, redactContent } from "./secrets-in-files.ts";
import { countFilesBelow, isUnsayable, removeUnsayable } from "./unsayable-names.ts";

/** A file a trial left, as it is kept. */
export interface TrialFile {
  /** Relative to the folder, `/` as separator. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Something a trial left that is not kept, and why. */
export interface LeftOut {
  path: string;
  reason: string;
}

export interface KeptFiles {
  files: TrialFile[];
  /** True when there is nothing at all to keep, not even an empty folder that the trial made. */
  empty: boolean;
  /** The first of them by name; `leftOutCount` counts all. */
  leftOut: LeftOut[];
  leftOutCount: number;
}

export interface TrialFilesLimits {
  files: number;
  bytesPerFile: number;
  bytesInAll: number;
  depth: number;
}

/** Generous for anything a person would look at, small enough that a trial cannot fill the disk of the store. */
export const TRIAL_FILES_LIMITS: TrialFilesLimits = {
  files: 5000,
  bytesPerFile: 64 * 1024 * 1024,
  bytesInAll: 256 * 1024 * 1024,
  depth: 32,
};

/** How many things left out are named one by one. */
const NAMED_LEFT_OUT = 100;

/**
 * Puts what a trial left into a state that can be stored and looked at: regular files within the limits, secrets
 * replaced, everything else removed and named. Nothing keeps a right to act as its owner or to be changed by others. Links are never followed; one that leads out of the folder, or that is
 * absolute, is removed. Names come sorted, so equal folders give equal lists.
 */
export function keepTrialFiles(
  folder: string,
  redact: FileRedactor,
  limits: TrialFilesLimits = TRIAL_FILES_LIMITS,
): KeptFiles {
  const files: TrialFile[] = [];
  const leftOut: LeftOut[] = [];
  let leftOutCount = 0;
  let bytesKept = 0;
  let empty = true;
  const root = realpathSync(folder);

  function drop(path: string, reason: string): void {
    leftOutCount += countFilesBelow(join(root, path));
    removeTree(join(root, path));
    name(path, reason);
  }

  function name(path: string, reason: string): void {
    if (leftOut.length < NAMED_LEFT_OUT) leftOut.push({ path: redact.text(path.split(sep).join("/")), reason });
  }

  function overLimit(size: number): string | null {
    if (files.length >= limits.files) return `more than ${limits.files} files`;
    if (size > limits.bytesPerFile) return `${size} bytes, more than ${limits.bytesPerFile}`;
    return bytesKept + size > limits.bytesInAll ? `more than ${limits.bytesInAll} bytes in all` : null;
  }

  function keepFile(path: string): void {
    const absolute = join(root, path);
    const { size, mode } = lstatSync(absolute);
    const excess = overLimit(size);
    if (excess) {
      drop(path, excess);
      return;
    }
    const content = readFileSync(absolute);
    const clean = redactContent(content, redact);
    // A new file takes the old one's place: writing into it could change a file elsewhere that shares its inode.
    if (clean) replaceFile(absolute, clean);
    const kept = clean ?? content;
    withoutRights(absolute, mode);
    bytesKept += kept.length;
    files.push({
      path: path.split(sep).join("/"),
      bytes: kept.length,
      sha256: createHash("sha256").update(kept).digest("hex"),
    });
  }

  function visit(path: string, depth: number): void {
    const entries = entriesOf(join(root, path));
    const unsayable = entries.some(isUnsayable) ? removeUnsayable(join(root, path)) : [];
    for (const { shown, files: count } of unsayable) {
      leftOutCount += count;
      name(join(path, shown), "its name is not valid UTF-8");
    }
    for (const entry of unsayable.length > 0 ? entriesOf(join(root, path)) : entries) {
      const inside = path === "" ? entry.name : join(path, entry.name);
      if (namesSecret(join(root, inside), entry, redact.text)) {
        drop(inside, "its name holds a secret");
      } else if (entry.isDirectory()) {
        // The folders at the top are the runner's; those inside are the trial's own doing.
        if (depth > 0) empty = false;
        withoutRights(join(root, inside), lstatSync(join(root, inside)).mode);
        if (depth >= limits.depth) drop(inside, `more than ${limits.depth} folders deep`);
        else visit(inside, depth + 1);
      } else if (entry.isFile()) {
        attempt(inside, () => keepFile(inside));
      } else if (entry.isSymbolicLink()) {
        relinkInside(root, inside);
        if (staysInside(root, inside)) empty = false;
        else drop(inside, "a link that leads out of the trial's folder, or nowhere");
      } else drop(inside, "not a regular file");
    }
  }

  function attempt(path: string, keep: () => void): void {
    try {
      keep();
    } catch (error) {
      drop(path, `could not be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`);
    }
  }

  visit("", 0);
  return { files, empty: empty && files.length === 0, leftOut, leftOutCount };
}

/** Removes whatever is there, also trees that are too deep for a path and folders without permissions. */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    try {
      execFileSync("chmod", ["-R", "u+rwx", path], { stdio: "ignore" });
    } catch {
      // What could be changed was changed.
    }
    execFileSync("rm", ["-rf", "--", path], { stdio: "ignore" });
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return sorted(readdirSync(folder, { withFileTypes: true }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    // The trial took its own permissions away; the folder is ours.
    chmodSync(folder, 0o700);
    return sorted(readdirSync(folder, { withFileTypes: true }));
  }
}

/**
 * Takes away set-user-id, set-group-id and sticky, and the permission to write for everybody but the owner. For the group
 * too: its bits are also the upper bound of what an access list grants to somebody by name.
 */
function withoutRights(path: string, mode: number): void {
  const kept = mode & 0o755;
  if ((mode & 0o7777) !== kept) chmodSync(path, kept);
}

function sorted(entries: Dirent[]): Dirent[] {
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function replaceFile(path: string, content: Buffer): void {
  // A name nobody can have prepared, opened only if it is new: a link left there would be written through.
  const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  writeFileSync(temporary, content, { flag: "wx" });
  renameSync(temporary, path);
}
