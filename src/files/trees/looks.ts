import { AsyncLocalStorage } from "node:async_hooks";
import { lstatSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** What somebody wanted to know of a path: what lies there, which names are in the folder, or which of them are not hidden. */
export type Look = "entry" | "names" | "visible names";

/** Everything that was looked at during some work, and whether it is still as it was. */
export interface Looks {
  /** Does the work and notes what is looked at meanwhile, by it and by whatever it calls. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Paths that have changed, appeared or gone since they were first looked at, sorted. */
  changes(): string[];
  /** Folders in which a change would show: those that are there. */
  folders(): string[];
  /** How many files and folders were looked at and are there. */
  counts(): { files: number; folders: number };
}

interface Notes {
  isOfInterest(path: string): boolean;
  /** By look and path: how it was. */
  faces: Map<string, { look: Look; path: string; face: string }>;
}

const current = new AsyncLocalStorage<Notes>();

/** Said by whoever reads a file or lists a folder, before doing so; costs nothing while nobody takes notes. */
export function noteLook(path: string, look: Look = "entry"): void {
  const notes = current.getStore();
  if (notes === undefined || notes.faces.has(`${look} ${path}`) || !notes.isOfInterest(path)) return;
  notes.faces.set(`${look} ${path}`, { look, path, face: faceOf(path, look) });
}

/** Takes notes of the paths that somebody is interested in. */
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

/** A file that was saved under another name and renamed has another inode; one that was written in place another time. */
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
