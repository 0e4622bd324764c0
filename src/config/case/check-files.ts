import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type WalkedEntry, walkTree } from "../../files/index.ts";

/** Hidden file of a check: its path, and its name in the workspace, separated by `/`. */
interface CheckFile {
  path: string;
  name: string;
  bytes: number;
  executable: boolean;
}

export type CheckFiles = { ok: true; files: CheckFile[] } | { ok: false; message: string };

/** Enough for tests and expected outputs; beyond this the wrong folder was named. */
const MOST_FILES = 2000;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FOLDERS = 64;

/** Caches that programs leave beside their sources. */
const LEFT_BEHIND = new Set(["__pycache__", ".pytest_cache"]);

/** Lists the file of one entry of a check's `files`, or everything in a folder, sorted by name. */
export function listCheckFiles(written: string, testYaml: string): CheckFiles {
  const top = resolve(dirname(testYaml), written);
  const shown = JSON.stringify(written);
  const files: CheckFile[] = [];
  const take = (path: string, name: string, bytes: number, mode: number) =>
    files.push({ path, name, bytes, executable: (mode & 0o100) !== 0 });
  try {
    const { size, mode, isFolder } = lookAtTop(top);
    if (!isFolder) take(top, basename(top), size, mode);
    else
      for (const entry of walkTree(top, { limits: LIMITS, leaveOut: (name) => LEFT_BEHIND.has(name) })) {
        const name = `${basename(top)}/${entry.path}`;
        if (entry.kind === "file") take(join(top, entry.path), name, entry.bytes, entry.mode);
        else if (entry.kind === "limit")
          return { ok: false, message: `${shown} holds more than ${IN_WORDS[entry.limit]}` };
        else if (entry.kind !== "folder") return { ok: false, message: `${shown} ${problemWith(entry, name)}` };
      }
  } catch (error) {
    return { ok: false, message: `${shown} cannot be read: ${(error as Error).message}` };
  }
  if (files.length === 0) return { ok: false, message: `${shown} is an empty folder` };
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return bytes > MOST_BYTES
    ? { ok: false, message: `${shown} holds more than ${IN_WORDS.bytes}` }
    : { ok: true, files };
}

const LIMITS = { files: MOST_FILES, bytes: MOST_BYTES, depth: MOST_FOLDERS };
const IN_WORDS: Record<string, string> = {
  files: `${MOST_FILES} files`,
  bytes: `${MOST_BYTES / 1024 ** 2} MiB`,
  depth: `${MOST_FOLDERS} folders inside each other`,
};

function lookAtTop(top: string) {
  const found = statSync(top);
  return { size: found.size, mode: found.mode, isFolder: found.isDirectory() };
}

function problemWith(entry: Extract<WalkedEntry, { kind: "link" | "special" }>, name: string): string {
  if (entry.kind === "special" && entry.reason.includes("cannot be")) return `holds ${name}: ${entry.reason}`;
  return `holds ${name}, which is a link or a special file; copy what it points to`;
}
