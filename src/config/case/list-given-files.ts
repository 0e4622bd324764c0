import { accessSync, constants, lstatSync } from "node:fs";
import { join } from "node:path";
import { linkProblem, type TreeLimits, type WalkedEntry, walkTree } from "../../files/index.ts";
import type { GivenEntry } from "./loaded-case.ts";

/** File or folder given by a case, with its name in the workspace; an empty name makes it the workspace itself. */
export interface GivenTop {
  at: (string | number)[];
  written: string;
  path: string;
  name: string;
}

/** The store's limits for one trial, since the subject may change any given file. */
const MOST_FILES = 5000;
const MOST_BYTES = 256 * 1024 ** 2;
const MOST_FOLDERS = 32;

const IN_WORDS: Record<keyof TreeLimits, string> = {
  entries: `${MOST_FILES * 2} files and folders`,
  files: `${MOST_FILES} files`,
  bytes: `${MOST_BYTES / 1024 ** 2} MiB`,
  depth: `${MOST_FOLDERS} folders inside each other`,
};

/** Files left by programs and systems, which would change a trial's identity. */
const LEFT_BEHIND = new Set(["__pycache__", ".pytest_cache", ".DS_Store"]);

/** Lists a case's given files by their workspace path, with problems. */
export function listGivenFiles(tops: readonly GivenTop[]): {
  entries: GivenEntry[];
  problems: { top: GivenTop; message: string }[];
} {
  const entries: GivenEntry[] = [];
  const problems: { top: GivenTop; message: string }[] = [];
  const room = { files: MOST_FILES, bytes: MOST_BYTES };
  for (const top of tops) {
    const before = entries.length;
    const folders = new Set<string>();
    const problem = takeEach(top, room, (entry) => {
      if (entry.kind === "folder") folders.add(entry.path);
      else entries.push(entry);
      folders.delete(folderOf(entry.path));
    });
    if (problem !== null) problems.push({ top, message: `${JSON.stringify(top.written)} ${problem}` });
    else if (entries.length === before && folders.size === 0)
      problems.push({ top, message: `${JSON.stringify(top.written)} is an empty folder` });
    for (const path of folders) entries.push({ kind: "folder", path });
  }
  return { entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)), problems };
}

/** Visits everything below a top until a problem is found, and returns it. */
function takeEach(
  { path: top, name }: GivenTop,
  room: { files: number; bytes: number },
  take: (entry: GivenEntry) => void,
): string | null {
  for (const entry of entriesOf(top, { ...room, depth: MOST_FOLDERS, entries: MOST_FILES * 2 })) {
    const path = [name, entry.path].filter((part) => part !== "").join("/");
    const problem = problemWith(entry, path);
    if (problem !== null) return problem;
    if (entry.kind === "link") take({ ...entry, path });
    if (entry.kind === "folder") take({ kind: "folder", path });
    if (entry.kind === "file") {
      const from = join(top, entry.path);
      if (!isReadable(from)) return `holds ${path}, which cannot be read`;
      room.bytes -= entry.bytes;
      take({ kind: "file", path, from, bytes: entry.bytes, mode: modeOf(entry.mode) });
    }
    if (entry.kind !== "folder") room.files -= 1;
  }
  return null;
}

function* entriesOf(top: string, limits: TreeLimits): Generator<WalkedEntry> {
  const found = lstatSync(top);
  if (found.isDirectory()) yield* walkTree(top, { limits, leaveOut: (name) => LEFT_BEHIND.has(name) });
  else if (found.size > limits.bytes!) yield { kind: "limit", path: "", limit: "bytes" };
  else if (limits.files! < 1) yield { kind: "limit", path: "", limit: "files" };
  else yield { kind: "file", path: "", bytes: found.size, mode: found.mode & 0o777 };
}

function problemWith(entry: WalkedEntry, path: string): string | null {
  if (entry.kind === "limit") return `makes the workspace hold more than ${IN_WORDS[entry.limit]}`;
  if (entry.kind === "link") {
    const problem = linkProblem({ path, target: entry.target });
    return problem && `holds ${path}, which ${problem}`;
  }
  if (entry.kind !== "special") return null;
  if (entry.reason.includes("cannot be")) return `holds ${path}: ${entry.reason}`;
  return `holds ${path}, which is a ${entry.reason} and cannot be given to a subject`;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Keeps only the mode bits that version control keeps, and whether the owner may write. */
function modeOf(mode: number): number {
  const executable = (mode & 0o100) !== 0 ? 0o111 : 0;
  return ((mode & 0o200) !== 0 ? 0o644 : 0o444) | executable;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
