import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { nameOfThisProcess, presenceOf } from "./files/process-name.ts";
import { ARTIFACTS_FOLDER } from "./layout.ts";
import { removeTree } from "./trial-files.ts";

/** Folders in which trials work, and where what they left is kept. */
export interface TrialFolders {
  /** A new folder for one trial, on the same disk as the store. */
  open(): string;
  /** Moves what a trial left to where it stays, named by its content; the place relative to outputs/. */
  keep(folder: string, sha256: string): string;
  discard(folder: string): void;
  close(): void;
}

const STAGING = /^\.staging-([0-9a-f]{8}-\d+-\d+)-[0-9a-f]{8}$/;
/** Nobody here can ask whether a process of another machine lives; no trial takes this long. */
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
        // While a trial works, nobody else may use what it leaves: it can make a program that acts as its owner.
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
      // The same content was kept before. It may have lost files since, and this copy is whole.
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
        // Whatever kept it from being removed must not hide why the work ended; the next process removes it.
      }
    },
  };
}

/** Removes what processes left that were killed while their trials ran. */
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

/** False when another process put the same content there in the meantime. */
function moveIfFree(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code!)) return false;
    throw error;
  }
}
