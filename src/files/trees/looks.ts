import { AsyncLocalStorage } from "node:async_hooks";
import { lstatSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The observed property of a path: its entry, the names in the folder, or only the visible ones. */
export type Look = "entry" | "names" | "visible names";

/** Everything observed on disk during some work, and any later changes to it. */
export interface Looks {
  /** Runs the work and records every path that it observes. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Paths that changed, appeared or disappeared since first observed, sorted. */
  changes(): string[];
  /** Existing folders in which a change would show. */
  folders(): string[];
  /** Number of observed files and folders that exist. */
  counts(): { files: number; folders: number };
}

interface Notes {
  isOfInterest(path: string): boolean;
  /** The observed state, by kind and path. */
  faces: Map<string, { look: Look; path: string; face: string }>;
}

const current = new AsyncLocalStorage<Notes>();

/** Reports a path just before it is read or listed; free while no recorder is active. */
export function noteLook(path: string, look: Look = "entry"): void {
  const notes = current.getStore();
  if (notes === undefined || notes.faces.has(`${look} ${path}`) || !notes.isOfInterest(path)) return;
  notes.faces.set(`${look} ${path}`, { look, path, face: faceOf(path, look) });
}

/** Records the paths of interest. */
export function openLooks(isOfInterest: (path: string) => boolean = () => true): Looks {
  const notes: Notes = { isOfInterest, faces: new Map() };
  const seen = () => [...notes.faces.values()];
  return {
    during: (work) => current.run(notes, work),
    changes() {
      const changed = seen().filter(({ look, path, face }) => faceOf(path, look) !== face);
      return [...new Set(changed.map(({ path }) => path))].sort();
    },
    folders() {
      const wanted = seen().map(({ look, path }) => (look === "entry" ? dirname(path) : path));
      return [...new Set(wanted.map(nearestFolder))].sort();
    },
    counts() {
      const entries = seen().filter(({ look }) => look === "entry");
      const listed = seen().filter(({ look, face }) => look !== "entry" && face !== NOTHING);
      const files = entries.filter(({ face }) => face.startsWith("file "));
      return { files: files.length, folders: new Set(listed.map(({ path }) => path)).size };
    },
  };
}

const NOTHING = "nothing";

/** A signature: saving by rename changes the inode, writing in place the time. */
function faceOf(path: string, look: Look): string {
  try {
    if (look !== "entry") {
      const names = readdirSync(path).filter((name) => look === "names" || !name.startsWith("."));
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
