import { realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { noteLook } from "../../files/index.ts";

/** The folders of configs/, one per kind of file. */
export const FOLDERS = {
  cases: "configs/cases",
  suites: "configs/suites",
  runProfiles: "configs/run_profiles",
  evaluationProfiles: "configs/evaluation_profiles",
  agents: "configs/agents",
  tools: "configs/tools",
} as const;

/** What lies in a folder that `assay unpack` made. */
const UNPACKED = "assay-pack.json";

/** The file at the root that names what commands take by default, as people spell it. */
export const WORKSPACE_FILES = ["assay.yaml", "assay.yml"] as const;

/**
 * The nearest folder at or above `from` that holds a workspace: an assay.yaml, or `configs/` with at least one of its folders
 * inside, so that some other program's `configs/` is not mistaken for ours.
 */
export async function findWorkspaceRoot(from: string): Promise<string | null> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    // Many programs have a configs/tools.
    const telling = Object.values(FOLDERS).filter((name) => name !== FOLDERS.tools);
    const found = telling.map((name) => isDirectory(join(folder, name)));
    if (found.includes(true) || WORKSPACE_FILES.some((name) => kindOf(join(folder, name)) === "file")) return folder;
    // A campaign that was unpacked within a workspace is not part of it.
    if (kindOf(join(folder, UNPACKED)) === "file") return null;
    if (dirname(folder) === folder) return null;
  }
}

export function isDirectory(path: string): boolean {
  return kindOf(path) === "directory";
}

/**
 * What lies at a path, symbolic links followed; `other` also for what cannot be looked at, such as a link to itself.
 * Not asynchronous, as reading files is not: it is asked for every reference of every case.
 */
export function kindOf(path: string): "file" | "directory" | "other" | "nothing" {
  noteLook(path);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return "nothing";
    return found.isDirectory() ? "directory" : found.isFile() ? "file" : "other";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOTDIR" ? "nothing" : "other";
  }
}

/** Whether a path is inside a workspace, symbolic links followed; also one of a file that is yet to be written. */
export function liesInside(path: string, root: string): boolean {
  const fromRoot = relative(realpathSync.native(root), realPathOf(path));
  return fromRoot !== ".." && !fromRoot.startsWith(`..${sep}`) && !isAbsolute(fromRoot);
}

function realPathOf(path: string): string {
  if (kindOf(path) !== "nothing" || dirname(path) === path) return realpathSync.native(path);
  return join(realPathOf(dirname(path)), basename(path));
}
