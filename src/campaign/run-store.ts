import { closeSync, cpSync, existsSync, mkdirSync, openSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RunArtifact } from "../runners/index.ts";
import { besideRecord, openFlusher, openRunIndexWriter, removeTree, supersededRunPath } from "../store/index.ts";
import type { Replaced } from "./decide-trial.ts";
import { isReusable } from "./run-summary.ts";

/** Writes the runs of one campaign, whose lock the caller holds. */
export interface RunStore {
  /** A folder for one trial's files that does not exist yet, on the same disk as the store. */
  filesFolder(number: number): string;
  /** Puts a finished run into its place: fingerprint, files, and the record last, so that it is there wholly or not. */
  put(run: FinishedRun): Promise<void>;
  /** A copy of another run's files, ready to be put; null when it has none. `from` is that run's record. */
  copyFiles(from: string, number: number): string | null;
  close(): void;
}

export interface FinishedRun {
  /** Where the record goes, relative to outputs/. */
  record: string;
  artifact: RunArtifact;
  /** The hashed payload. */
  fingerprint: string;
  /** What the trial left, absolute; null when it left nothing. */
  files: string | null;
  replaces: Replaced | null;
}

/**
 * Everything is prepared in the campaign's `.staging` folder and renamed from there. What an earlier process left in it
 * when it was killed is removed: only the holder of the lock gets here, so nobody can still be using it.
 */
export function openRunStore(outputs: string, campaignFolder: string): RunStore {
  const staging = join(outputs, campaignFolder, ".staging");
  removeTree(staging);
  mkdirSync(staging, { recursive: true });
  const foldersMade = new Set<string>();
  const flusher = openFlusher();
  const index = openRunIndexWriter(outputs);
  let prepared = 0;

  function makeFolder(folder: string): void {
    if (foldersMade.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    foldersMade.add(folder);
  }

  function open(): { path: string; file: number } {
    prepared += 1;
    const path = join(staging, `${prepared}.json`);
    return { path, file: openSync(path, "wx") };
  }

  // Synchronous: where it was measured, waking a thread for a small file cost more than writing it.
  function prepare(text: string): string {
    const { path, file } = open();
    try {
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
    return path;
  }

  async function prepareFlushed(text: string): Promise<string> {
    const { path, file } = open();
    try {
      writeFileSync(file, text);
      await flusher.flush(file);
    } finally {
      closeSync(file);
    }
    return path;
  }

  function supersede(record: string, runId: string, repetition: number): void {
    const kept = supersededRunPath(runId, repetition);
    makeFolder(dirname(join(outputs, kept)));
    const from = besideRecord(join(outputs, record));
    const to = besideRecord(join(outputs, kept));
    removeTree(to.files);
    moveIfThere(from.files, to.files);
    moveIfThere(from.fingerprint, to.fingerprint);
    moveIfThere(join(outputs, record), join(outputs, kept));
    index.add(runId, kept);
  }

  return {
    filesFolder: (number) => join(staging, `trial-${number}`),
    async put({ record, artifact, fingerprint, files, replaces }) {
      const target = join(outputs, record);
      const beside = besideRecord(target);
      const { run_id, repetition } = artifact.identity;
      // Only the record is flushed. Fingerprint and index are checked against it when they are read, so that what a power cut
      // takes from them costs an explanation or a copy, and never gives a wrong answer.
      const preparedRecord = await prepareFlushed(`${JSON.stringify(artifact, null, 2)}\n`);
      const preparedFingerprint = prepare(fingerprint);
      if (replaces?.worthKeeping) supersede(record, replaces.run_id, repetition);
      makeFolder(dirname(target));
      // The old record goes first: a process killed in between leaves an absent run, never one with another's files.
      if (existsSync(target)) unlinkSync(target);
      if (existsSync(beside.files)) removeTree(beside.files);
      if (files) renameSync(files, beside.files);
      renameSync(preparedFingerprint, beside.fingerprint);
      renameSync(preparedRecord, target);
      if (isReusable(artifact.status)) index.add(run_id, record);
    },
    copyFiles(from, number) {
      const source = join(outputs, besideRecord(from).files);
      if (!existsSync(source)) return null;
      const copy = join(staging, `trial-${number}`);
      cpSync(source, copy, { recursive: true, verbatimSymlinks: true });
      return copy;
    },
    close() {
      index.close();
      removeTree(staging);
    },
  };
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}
