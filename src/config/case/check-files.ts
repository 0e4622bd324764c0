import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** A hidden file of a check: where it lies, and what it is called beside the workspace, with `/` as separator. */
export interface CheckFile {
  path: string;
  name: string;
  bytes: number;
  executable: boolean;
}

export type CheckFiles = { ok: true; files: CheckFile[] } | { ok: false; message: string };

/** A check brings tests and expected outputs. More than this is a folder that was named by mistake. */
const MOST_FILES = 2000;
const MOST_BYTES = 16 * 1024 * 1024;

/** What programs leave beside their sources, which is no part of a test. */
const LEFT_BEHIND = new Set(["__pycache__", ".pytest_cache"]);

/** The files behind one entry of a check's `files`, sorted by name: itself, or everything in the folder. */
export function listCheckFiles(written: string, testYaml: string): CheckFiles {
  const top = resolve(dirname(testYaml), written);
  const files: CheckFile[] = [];
  let bytes = 0;
  let link: string | null = null;
  const take = (path: string, name: string): void => {
    const { size, mode } = statSync(path);
    bytes += size;
    files.push({ path, name, bytes: size, executable: (mode & 0o100) !== 0 });
  };
  const visit = (folder: string, name: string): void => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (LEFT_BEHIND.has(entry.name) || files.length > MOST_FILES || bytes > MOST_BYTES) continue;
      const [path, inside] = [join(folder, entry.name), `${name}/${entry.name}`];
      if (entry.isDirectory()) visit(path, inside);
      else if (entry.isFile()) take(path, inside);
      else link ??= inside;
    }
  };
  const shown = JSON.stringify(written);
  try {
    if (statSync(top).isDirectory()) visit(top, basename(top));
    else take(top, basename(top));
  } catch (error) {
    return { ok: false, message: `${shown} cannot be read: ${(error as Error).message}` };
  }
  if (link !== null)
    return { ok: false, message: `${shown} holds ${link}, which is a link or a special file; copy what it stands for` };
  if (files.length > MOST_FILES) return { ok: false, message: `${shown} holds more than ${MOST_FILES} files` };
  if (bytes > MOST_BYTES) return { ok: false, message: `${shown} holds more than ${MOST_BYTES / 1024 ** 2} MiB` };
  if (files.length === 0) return { ok: false, message: `${shown} is an empty folder` };
  return { ok: true, files };
}
