import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { ARTIFACTS_FOLDER } from "./layout.ts";
import { isProcessAlive } from "./process-alive.ts";
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

const STAGING = /^\.staging-(\d+)-[0-9a-f]+$/;

export function openTrialFolders(outputs: string): TrialFolders {
  const parent = join(outputs, ARTIFACTS_FOLDER);
  const staging = join(parent, `.staging-${process.pid}-${randomBytes(4).toString("hex")}`);
  let opened = 0;
  return {
    open() {
      if (opened === 0) {
        removeAbandoned(parent);
        mkdirSync(staging, { recursive: true });
      }
      opened += 1;
      const folder = join(staging, `trial-${opened}`);
      mkdirSync(folder);
      return folder;
    },
    keep(folder, sha256) {
      const kept = join(ARTIFACTS_FOLDER, sha256.slice(0, 2), sha256);
      const target = join(outputs, kept);
      if (existsSync(target)) removeTree(folder);
      else {
        mkdirSync(dirname(target), { recursive: true });
        renameSync(folder, target);
      }
      return kept.split("\\").join("/");
    },
    discard: removeTree,
    close() {
      if (opened > 0) removeTree(staging);
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
    const [, pid] = STAGING.exec(name) ?? [];
    if (pid !== undefined && !isProcessAlive(Number(pid))) removeTree(join(parent, name));
  }
}
