import { cpSync, existsSync, mkdirSync, renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RunArtifact } from "../records/index.ts";
import { besideRecord, openRunIndexWriter, openWritingThread, removeTree, supersededRunPath } from "../store/index.ts";
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
  close(): Promise<void>;
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
  const thread = openWritingThread();
  const index = openRunIndexWriter(outputs);
  let prepared = 0;

  function makeFolder(folder: string): void {
    if (foldersMade.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    foldersMade.add(folder);
  }

  function stagedPath(): string {
    prepared += 1;
    return join(staging, `${prepared}.json`);
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
      const [preparedRecord, preparedFingerprint] = [stagedPath(), stagedPath()];
      await thread.write([
        { path: preparedFingerprint, text: fingerprint, flushed: false },
        { path: preparedRecord, text: `${JSON.stringify(artifact, null, 2)}\n`, flushed: true },
      ]);
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
    async close() {
      await thread.close();
      index.close();
      removeTree(staging);
    },
  };
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}
