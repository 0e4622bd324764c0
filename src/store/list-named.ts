import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { lockHolder } from "./files/lock.ts";
import { batchFolder, rubricFolder } from "./layout.ts";

/** What was judged under a name: samples by a rubric, or an experiment in batches. */
export interface NamedResult {
  name: string;
  /** Absolute path of its folder. */
  folder: string;
  /** When it was last written, in milliseconds since 1970. */
  last_at: number;
  /** True while a process is judging under this name. */
  running: boolean;
}

/** Judgings of samples by a rubric, the newest first. Nothing is read but names and times. */
export function listRubrics(outputs: string): NamedResult[] {
  return listNamed(rubricFolder(outputs, ""), "manifest.json");
}

/** Experiments that were judged in batches, the newest first. */
export function listBatches(outputs: string): NamedResult[] {
  return listNamed(batchFolder(outputs, ""), "result.json");
}

/** All of them, in no order. */
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

/** Links are not followed: what is shown is what the store holds. */
function foldersIn(parent: string): Dirent[] {
  try {
    return readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  } catch {
    return [];
  }
}
