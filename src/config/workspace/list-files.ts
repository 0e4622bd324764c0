import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostic.ts";
import { shownPathOf } from "../source/source-file.ts";
import { FOLDERS, kindOf } from "./root.ts";

/** Files found in a workspace, sorted, and what is wrong with how they lie there. */
export interface Listing {
  paths: string[];
  diagnostics: Diagnostic[];
}

/** `configs/<folder>/*.yaml` and `.yml`. */
export async function listProfiles(root: string, folder: string): Promise<Listing> {
  const paths = (await entriesOf(join(root, folder)))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(root, folder, name));
  const diagnostics = paths
    .filter((path) => path.endsWith(".yml") && paths.includes(path.replace(/\.yml$/, ".yaml")))
    .map((path) => twice(path, path.replace(/\.yml$/, ".yaml"), root));
  return { paths, diagnostics };
}

/**
 * Every test.yaml at `configs/cases/<case_id>/` or `configs/cases/<group>/<case_id>/`. A folder with a test.yaml is a
 * case and is not searched further, so that fixtures of a case may have any name.
 */
export async function listCases(root: string): Promise<Listing> {
  const found: Listing = { paths: [], diagnostics: [] };
  await collectCases(join(root, FOLDERS.cases), 1, root, found);
  return found;
}

const DEEPEST_CASE = 2;

async function collectCases(folder: string, depth: number, root: string, found: Listing): Promise<void> {
  const names = await entriesOf(folder);
  const inside = await Promise.all(names.map((name) => caseFileIn(join(folder, name), root)));
  for (const [index, name] of names.entries()) {
    const { path, diagnostics, searchable } = inside[index]!;
    found.diagnostics.push(...diagnostics);
    if (path === undefined) {
      if (searchable && depth <= DEEPEST_CASE) await collectCases(join(folder, name), depth + 1, root, found);
    } else if (depth <= DEEPEST_CASE) {
      found.paths.push(path);
    } else {
      const message =
        "lies too deep to be found; expected configs/cases/<case_id>/test.yaml or configs/cases/<group>/<case_id>/test.yaml";
      found.diagnostics.push({ severity: "error", file: shownPathOf(path, root), message });
    }
  }
}

async function caseFileIn(
  folder: string,
  root: string,
): Promise<{ path?: string; diagnostics: Diagnostic[]; searchable: boolean }> {
  if ((await kindOf(folder)) !== "directory") return { diagnostics: [], searchable: false };
  const [yaml, yml] = await Promise.all(["test.yaml", "test.yml"].map((name) => kindOf(join(folder, name))));
  const paths = [...(yaml === "nothing" ? [] : ["test.yaml"]), ...(yml === "nothing" ? [] : ["test.yml"])];
  const [path, second] = paths.map((name) => join(folder, name));
  if (path === undefined) return { diagnostics: [], searchable: true };
  return { path, diagnostics: second === undefined ? [] : [twice(second, path, root)], searchable: false };
}

function twice(path: string, other: string, root: string): Diagnostic {
  const message = `stands beside ${shownPathOf(other, root)}, so it is not clear which of them is meant; remove one`;
  return { severity: "error", file: shownPathOf(path, root), message };
}

/** Sorted names without hidden ones; a folder that is not there is empty. */
export async function entriesOf(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => !name.startsWith(".")).sort();
  } catch {
    return [];
  }
}
