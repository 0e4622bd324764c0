import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { nameOfThisProcess, presenceOf } from "./files/process-name.ts";
import { ARTIFACTS_FOLDER } from "./layout.ts";
import { removeTree } from "./trial-files.ts";

/** Working folders of trials, and storage of their files. */
export interface TrialFolders {
  /** Creates a trial's folder on the store's disk. */
  open(): string;
  /** Moves a trial's files to their place, named by content; returns it relative to outputs/. */
  keep(folder: string, sha256: string): string;
  discard(folder: string): void;
  close(): void;
}

const STAGING = /^\.staging-([0-9a-f]{8}-\d+-\d+)-[0-9a-f]{8}$/;
/** Age at which folders of other machines are abandoned, as their processes cannot be checked; no trial takes this long. */
const FOREIGN_DAYS = 7;

export function openTrialFolders(outputs: string): TrialFolders {
  const parent = join(outputs, ARTIFACTS_FOLDER);
  const staging = join(parent, `.staging-${nameOfThisProcess()}-${randomBytes(4).toString("hex")}`);
  let opened = 0;
  return {
    open() {
      if (opened === 0) {
        removeAbandoned(parent);
        mkdirSync(parent, { recursive: true });
        // Others must not use a running trial's files: it could create a program that acts as its owner.
        mkdirSync(staging, { mode: 0o700 });
      }
      opened += 1;
      const folder = join(staging, `trial-${opened}`);
      mkdirSync(folder);
      return folder;
    },
    keep(folder, sha256) {
      const kept = join(ARTIFACTS_FOLDER, sha256.slice(0, 2), sha256);
      const target = join(outputs, kept);
      mkdirSync(dirname(target), { recursive: true });
      // The same content was stored before. Files may be missing there, and this copy is complete.
      const earlier = `${folder}.earlier`;
      if (moveIfThere(target, earlier)) removeTree(earlier);
      if (!moveIfFree(folder, target)) removeTree(folder);
      return kept.split("\\").join("/");
    },
    discard: removeTree,
    close() {
      if (opened === 0) return;
      try {
        removeTree(staging);
      } catch {
        // A failed removal must not hide the original error; the next process removes it.
      }
    },
  };
}

/** Removes folders of killed processes. */
function removeAbandoned(parent: string): void {
  let names: string[];
  try {
    names = readdirSync(parent);
  } catch {
    return;
  }
  for (const name of names) {
    const [, owner] = STAGING.exec(name) ?? [];
    if (owner !== undefined && isAbandoned(owner, join(parent, name))) removeTree(join(parent, name));
  }
}

function isAbandoned(owner: string, folder: string): boolean {
  const presence = presenceOf(owner);
  if (presence !== "elsewhere") return presence === "gone";
  const touched = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return Date.now() - touched > FOREIGN_DAYS * 86_400_000;
}

function moveIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Returns false if another process stored the same content meanwhile. */
function moveIfFree(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code!)) return false;
    throw error;
  }
}
