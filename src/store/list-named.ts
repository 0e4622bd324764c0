import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { lockHolder } from "./files/lock.ts";
import { batchFolder, rubricFolder } from "./layout.ts";

/** Result stored under a name: a rubric judging, or an experiment judged in batches. */
export interface NamedResult {
  name: string;
  /** Absolute path of its folder. */
  folder: string;
  /** Time of the last write, in milliseconds since 1970. */
  last_at: number;
  /** True while a process is judging under this name. */
  running: boolean;
}

/** Lists rubric judgings, newest first, by reading only names and times. */
export function listRubrics(outputs: string): NamedResult[] {
  return listNamed(rubricFolder(outputs, ""), "manifest.json");
}

/** Lists experiments judged in batches, newest first. */
export function listBatches(outputs: string): NamedResult[] {
  return listNamed(batchFolder(outputs, ""), "result.json");
}

/** Lists both kinds, unordered. */
export function listNamedResults(outputs: string): NamedResult[] {
  return [...listRubrics(outputs), ...listBatches(outputs)];
}

function listNamed(parent: string, file: string): NamedResult[] {
  return foldersIn(parent)
    .flatMap(({ name }): NamedResult[] => {
      const folder = join(parent, name);
      const written = statSync(join(folder, file), { throwIfNoEntry: false });
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
