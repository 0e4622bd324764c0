import { existsSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { observePath } from "../../files/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { displayPath } from "../source/source-file.ts";
import { FOLDERS } from "./workspace-root.ts";

/** Files found in a workspace, sorted, and problems with their placement. */
export interface Listing {
  paths: string[];
  /** Files with a namesake of another extension beside them, by path. */
  ambiguous: Map<string, Diagnostic>;
  /** Files in places that are not searched, and unreadable folders. */
  misplaced: Diagnostic[];
}

/** `configs/<folder>/*.yaml` and `.yml`. */
export function listProfiles(root: string, folder: string): Listing {
  const { names, problem } = readFolder(join(root, folder), root);
  const paths = names.filter((name) => /\.ya?ml$/.test(name)).map((name) => join(root, folder, name));
  const ambiguous = new Map(
    paths
      .filter((path) => path.endsWith(".yml") && paths.includes(path.replace(/\.yml$/, ".yaml")))
      .map((path) => [path, twice(path, path.replace(/\.yml$/, ".yaml"), root)]),
  );
  return { paths, ambiguous, misplaced: problem ? [problem] : [] };
}

/**
 * Lists every test.yaml in `configs/cases/<case_id>/` or `configs/cases/<group>/<case_id>/`. A folder with a test.yaml is not searched
 * further, so a case's fixtures may have any name.
 *
 * @param isThere replaces the check for existence, for callers that need more than that
 */
export function listCaseFiles(root: string, isThere: (path: string) => boolean = existsSync): Listing {
  const found: Listing = { paths: [], ambiguous: new Map(), misplaced: [] };
  collectCases(readFolder(join(root, FOLDERS.cases), root), 1, { root, isThere }, found);
  return found;
}

interface Search {
  root: string;
  isThere(path: string): boolean;
}

const DEEPEST_CASE = 2;

function collectCases({ folder, names, problem }: Folder, depth: number, search: Search, found: Listing) {
  const { root } = search;
  if (problem) found.misplaced.push(problem);
  for (const name of names) {
    const { paths, child } = caseFilesIn(`${folder}${sep}${name}`, search);
    const [path, second] = paths;
    if (path === undefined) {
      if (depth <= DEEPEST_CASE) collectCases(child!, depth + 1, search, found);
    } else if (depth <= DEEPEST_CASE) {
      found.paths.push(path);
      if (second !== undefined) found.ambiguous.set(path, twice(second, path, root));
    } else {
      const message =
        "is too deep to be found; expected configs/cases/<case_id>/test.yaml or configs/cases/<group>/<case_id>/test.yaml";
      found.misplaced.push({ severity: "error", file: displayPath(path, root), message });
    }
  }
}

const CASE_FILES = ["test.yaml", "test.yml"];

/**
 * Looks for case files by name, as listing ten thousand folders takes three times as long. Lists a folder only if there is none, which also
 * finds broken links.
 */
function caseFilesIn(folder: string, { root, isThere }: Search): { paths: string[]; child?: Folder } {
  const paths: string[] = [];
  for (const file of CASE_FILES) {
    const path = `${folder}${sep}${file}`;
    observePath(path);
    if (isThere(path)) paths.push(path);
  }
  if (paths.length > 0) return { paths };
  const child = readFolder(folder, root);
  return { child, paths: child.names.filter((name) => CASE_FILES.includes(name)).map((name) => join(folder, name)) };
}

function twice(path: string, other: string, root: string): Diagnostic {
  const message = `is beside ${displayPath(other, root)}, so it is not clear which one is meant; remove one`;
  return { severity: "error", file: displayPath(path, root), message };
}

interface Folder {
  folder: string;
  /** Sorted, without hidden entries; empty if the folder is missing or a file. */
  names: string[];
  /** Reason why it is unreadable. */
  problem?: Diagnostic;
}

function readFolder(folder: string, root: string): Folder {
  observePath(folder, "visible names");
  try {
    const names = readdirSync(folder);
    return { folder, names: names.filter((name) => !name.startsWith(".")).sort() };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { folder, names: [] };
    const reason =
      code === "ELOOP" ? "is a symbolic link that leads back to itself" : `cannot be looked into: ${message}`;
    return { folder, names: [], problem: { severity: "error", file: displayPath(folder, root), message: reason } };
  }
}

/** Lists a folder for suggestions; empty if unreadable. */
export function entriesOf(folder: string): string[] {
  return readFolder(folder, folder).names;
}
