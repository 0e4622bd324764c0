import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { lockHolder } from "./files/lock.ts";
import { namedFolder } from "./layout.ts";

/** Storage of named results: `outputs/<folder>/<name>/<resultFile>`. */
export interface NamedLayout {
  folder: string;
  /** A folder without this file holds no result. */
  resultFile: string;
}

/** A result that was judged under a name. */
export interface NamedResult {
  name: string;
  /** Absolute path of its folder. */
  folder: string;
  /** Time of the last write, in milliseconds since 1970. */
  last_at: number;
  /** True while a process is judging under this name. */
  running: boolean;
}

/** Lists results of one kind, the newest first. Nothing is read but names and times. */
export function listNamed(outputs: string, { folder: kind, resultFile }: NamedLayout): NamedResult[] {
  const parent = namedFolder(outputs, kind);
  return foldersIn(parent)
    .flatMap(({ name }): NamedResult[] => {
      const folder = join(parent, name);
      const written = statSync(join(folder, resultFile), { throwIfNoEntry: false });
      if (!written?.isFile()) return [];
      const running = lockHolder(join(folder, ".lock")) !== null;
      return [{ name, folder, last_at: Math.floor(written.mtimeMs), running }];
    })
    .sort((one, other) => other.last_at - one.last_at || (one.name < other.name ? -1 : 1));
}

/** Ignores links, to list only what the store holds. */
function foldersIn(parent: string): Dirent[] {
  try {
    return readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  } catch {
    return [];
  }
}
