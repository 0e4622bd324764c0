import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostic.ts";
import { shownPathOf } from "../source/source-file.ts";
import { FOLDERS } from "./root.ts";

/** Files found in a workspace, sorted, and what is wrong with how they lie there. */
export interface Listing {
  paths: string[];
  /** By path: files of which another one stands beside it under the same name. */
  ambiguous: Map<string, Diagnostic>;
  /** Files that lie where nothing looks for them. */
  misplaced: Diagnostic[];
}

/** `configs/<folder>/*.yaml` and `.yml`. */
export async function listProfiles(root: string, folder: string): Promise<Listing> {
  const paths = (await entriesOf(join(root, folder)))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(root, folder, name));
  const ambiguous = new Map(
    paths
      .filter((path) => path.endsWith(".yml") && paths.includes(path.replace(/\.yml$/, ".yaml")))
      .map((path) => [path, twice(path, path.replace(/\.yml$/, ".yaml"), root)]),
  );
  return { paths, ambiguous, misplaced: [] };
}

/**
 * Every test.yaml at `configs/cases/<case_id>/` or `configs/cases/<group>/<case_id>/`. A folder with a test.yaml is a
 * case and is not searched further, so that fixtures of a case may have any name.
 */
export async function listCases(root: string): Promise<Listing> {
  const found: Listing = { paths: [], ambiguous: new Map(), misplaced: [] };
  await collectCases(join(root, FOLDERS.cases), 1, root, found);
  return found;
}

const DEEPEST_CASE = 2;

async function collectCases(folder: string, depth: number, root: string, found: Listing): Promise<void> {
  const names = await entriesOf(folder);
  const contents = await Promise.all(names.map((name) => entriesOf(join(folder, name))));
  for (const [index, name] of names.entries()) {
    const inside = join(folder, name);
    const [path, second] = contents[index]!.filter(isCaseFile).map((file) => join(inside, file));
    if (path === undefined) {
      if (contents[index]!.length > 0 && depth <= DEEPEST_CASE) await collectCases(inside, depth + 1, root, found);
      continue;
    }
    if (depth <= DEEPEST_CASE) {
      found.paths.push(path);
      if (second !== undefined) found.ambiguous.set(path, twice(second, path, root));
    } else {
      const message =
        "lies too deep to be found; expected configs/cases/<case_id>/test.yaml or configs/cases/<group>/<case_id>/test.yaml";
      found.misplaced.push({ severity: "error", file: shownPathOf(path, root), message });
    }
  }
}

function isCaseFile(name: string): boolean {
  return name === "test.yaml" || name === "test.yml";
}

function twice(path: string, other: string, root: string): Diagnostic {
  const message = `stands beside ${shownPathOf(other, root)}, so it is not clear which of them is meant; remove one`;
  return { severity: "error", file: shownPathOf(path, root), message };
}

/** Sorted names without hidden ones; a folder that is not there, or is no folder, is empty. */
export async function entriesOf(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => !name.startsWith(".")).sort();
  } catch {
    return [];
  }
}
