import { realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { observePath } from "../../files/index.ts";

/** Folders of configs/, one per kind of file. */
export const FOLDERS = {
  cases: "configs/cases",
  suites: "configs/suites",
  runProfiles: "configs/run_profiles",
  evaluationProfiles: "configs/evaluation_profiles",
  agents: "configs/agents",
  tools: "configs/tools",
} as const;

/** Marks a folder made by `assay unpack`. */
const UNPACKED = "assay-pack.json";

/** Accepted names of the file with default values. */
export const WORKSPACE_FILES = ["assay.yaml", "assay.yml"] as const;

/**
 * Finds the nearest workspace at or above `from`: a folder with an assay.yaml, or with a `configs/` that contains one of our folders, as
 * other programs also use `configs/`.
 */
export async function findWorkspaceRoot(from: string): Promise<string | null> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    // Many programs have a configs/tools.
    const telling = Object.values(FOLDERS).filter((name) => name !== FOLDERS.tools);
    const found = telling.map((name) => isDirectory(join(folder, name)));
    if (found.includes(true) || WORKSPACE_FILES.some((name) => kindOf(join(folder, name)) === "file")) return folder;
    // An unpacked campaign is separate from the workspace around it.
    if (kindOf(join(folder, UNPACKED)) === "file") return null;
    if (dirname(folder) === folder) return null;
  }
}

export function isDirectory(path: string): boolean {
  return kindOf(path) === "directory";
}

/**
 * Returns the type of a path after following links; `other` if it cannot be determined, as for a link to itself. Synchronous, as are file
 * reads, since every reference of every case is checked.
 */
export function kindOf(path: string): "file" | "directory" | "other" | "nothing" {
  observePath(path);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return "nothing";
    return found.isDirectory() ? "directory" : found.isFile() ? "file" : "other";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOTDIR" ? "nothing" : "other";
  }
}

/** Returns whether a path is inside a workspace after following links, also for a file that does not exist yet. */
export function liesInside(path: string, root: string): boolean {
  const fromRoot = relative(realpathSync.native(root), realPathOf(path));
  return fromRoot !== ".." && !fromRoot.startsWith(`..${sep}`) && !isAbsolute(fromRoot);
}

function realPathOf(path: string): string {
  if (kindOf(path) !== "nothing" || dirname(path) === path) return realpathSync.native(path);
  return join(realPathOf(dirname(path)), basename(path));
}
