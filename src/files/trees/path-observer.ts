import { AsyncLocalStorage } from "node:async_hooks";
import { lstatSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The observed property of a path: its entry, the names in the folder, or only the visible ones. */
export type Observation = "entry" | "names" | "visible names";

/** Everything observed on disk during some work, and any later changes to it. */
export interface PathObserver {
  /** Runs the work and records every path that it observes. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Paths that changed, appeared or disappeared since first observed, sorted. */
  changes(): string[];
  /** Existing folders in which a change would show. */
  folders(): string[];
  /** Number of observed files and folders that exist. */
  counts(): { files: number; folders: number };
}

interface Recording {
  isOfInterest(path: string): boolean;
  /** The observed state, by kind and path. */
  observed: Map<string, { kind: Observation; path: string; signature: string }>;
}

const storage = new AsyncLocalStorage<Recording>();

/** Reports a path just before it is read or listed; free while no recorder is active. */
export function observePath(path: string, kind: Observation = "entry"): void {
  const current = storage.getStore();
  if (current === undefined || current.observed.has(`${kind} ${path}`) || !current.isOfInterest(path)) return;
  current.observed.set(`${kind} ${path}`, { kind, path, signature: signatureOf(path, kind) });
}

/** Records the paths of interest. */
export function openPathObserver(isOfInterest: (path: string) => boolean = () => true): PathObserver {
  const current: Recording = { isOfInterest, observed: new Map() };
  const all = () => [...current.observed.values()];
  return {
    during: (work) => storage.run(current, work),
    changes() {
      const changed = all().filter(({ kind, path, signature }) => signatureOf(path, kind) !== signature);
      return [...new Set(changed.map(({ path }) => path))].sort();
    },
    folders() {
      const wanted = all().map(({ kind, path }) => (kind === "entry" ? dirname(path) : path));
      return [...new Set(wanted.map(nearestFolder))].sort();
    },
    counts() {
      const entries = all().filter(({ kind }) => kind === "entry");
      const listed = all().filter(({ kind, signature }) => kind !== "entry" && signature !== NOTHING);
      const files = entries.filter(({ signature }) => signature.startsWith("file "));
      return { files: files.length, folders: new Set(listed.map(({ path }) => path)).size };
    },
  };
}

const NOTHING = "nothing";

/** A signature: saving by rename changes the inode, writing in place the time. */
function signatureOf(path: string, kind: Observation): string {
  try {
    if (kind !== "entry") {
      const names = readdirSync(path).filter((name) => kind === "names" || !name.startsWith("."));
      return names.sort().join("\0");
    }
    const found = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? lstatSync(path, { bigint: true });
    return found.isFile() ? `file ${found.size} ${found.mtimeNs} ${found.ino} ${found.mode}` : "no file";
  } catch {
    return NOTHING;
  }
}

function nearestFolder(path: string): string {
  for (let folder = path; ; folder = dirname(folder))
    if (dirname(folder) === folder || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
}
