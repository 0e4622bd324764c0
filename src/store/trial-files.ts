import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  type Dirent,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, sep } from "node:path";
import { entriesByName } from "./files/entries-by-name.ts";
import { relinkInside, staysInside } from "./links-of-trials.ts";
import { type FileRedactor, namesSecret, redactContent } from "./secrets-in-files.ts";
import { countFilesBelow, isUndecodable, removeUndecodable } from "./undecodable-names.ts";

/** Kept file of a trial. */
export interface TrialFile {
  /** Relative to the folder, separated by `/`. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Omitted entry of a trial, with the reason. */
export interface LeftOut {
  path: string;
  reason: string;
}

export interface KeptFiles {
  files: TrialFile[];
  /** True if there is nothing to keep, not even an empty folder made by the trial. */
  empty: boolean;
  /** The first by name; `leftOutCount` counts all. */
  leftOut: LeftOut[];
  leftOutCount: number;
}

export interface TrialFilesLimits {
  files: number;
  bytesPerFile: number;
  bytesInAll: number;
  depth: number;
}

/** Generous for anything a person would read, but a trial cannot fill the disk. */
export const TRIAL_FILES_LIMITS: TrialFilesLimits = {
  files: 5000,
  bytesPerFile: 64 * 1024 * 1024,
  bytesInAll: 256 * 1024 * 1024,
  depth: 32,
};

/** Number of omissions listed by name. */
const NAMED_LEFT_OUT = 100;

/**
 * Makes a trial's folder safe to store and show: keeps regular files within limits, replaces secrets, and removes and lists everything
 * else. Removes set-id bits and others' write permission. Links are never followed; absolute ones and those that lead outside are removed.
 * Entries are sorted, so that equal folders give equal lists.
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
    // Replace the file: writing into it could change another one with the same inode.
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
    const unsayable = entries.some(isUndecodable) ? removeUndecodable(join(root, path)) : [];
    for (const { shown, files: count } of unsayable) {
      leftOutCount += count;
      name(join(path, shown), "its name is not valid UTF-8");
    }
    for (const entry of unsayable.length > 0 ? entriesOf(join(root, path)) : entries) {
      const inside = path === "" ? entry.name : join(path, entry.name);
      if (namesSecret(join(root, inside), entry, redact.text)) {
        drop(inside, "its name holds a secret");
      } else if (entry.isDirectory()) {
        // Top folders are the runner's; only those inside are made by the trial.
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

/** Removes anything, including trees too deep for a path and folders without permissions. */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    try {
      execFileSync("chmod", ["-R", "u+rwx", path], { stdio: "ignore" });
    } catch {
      // Remaining failures are ignored.
    }
    execFileSync("rm", ["-rf", "--", path], { stdio: "ignore" });
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return entriesByName(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    // The trial removed its own permissions, but the folder is ours.
    chmodSync(folder, 0o700);
    return entriesByName(folder);
  }
}

/** Removes set-user-id, set-group-id, sticky, and write permission for others. Includes the group, whose bits also limit access lists. */
function withoutRights(path: string, mode: number): void {
  const kept = mode & 0o755;
  if ((mode & 0o7777) !== kept) chmodSync(path, kept);
}

function replaceFile(path: string, content: Buffer): void {
  // Use an unpredictable new name: a prepared link would be written through.
  const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  writeFileSync(temporary, content, { flag: "wx" });
  renameSync(temporary, path);
}
