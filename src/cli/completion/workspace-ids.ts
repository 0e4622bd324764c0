import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FOLDERS, findWorkspaceRoot } from "../../config/finding/index.ts";

/** Kinds of workspace names that can be completed. */
export type IdKind = "suite" | "run_profile" | "evaluation_profile" | "model" | "variant" | "case";

const FILES: Partial<Record<IdKind, string>> = {
  suite: FOLDERS.suites,
  run_profile: FOLDERS.runProfiles,
  evaluation_profile: FOLDERS.evaluationProfiles,
};

/** Larger workspaces fall back to folder names, which nearly always equal the ids. */
const MOST_READ = 1000;

/**
 * Lists the ids of a kind in the enclosing workspace, sorted. Searches files by pattern, since parsing YAML would make Tab too slow;
 * unreadable files are skipped.
 */
export async function workspaceIds(kind: IdKind, cwd: string, suite?: string): Promise<string[]> {
  const root = await findWorkspaceRoot(cwd);
  if (root === null) return [];
  const folder = FILES[kind];
  const ids =
    folder !== undefined
      ? yamlNames(join(root, folder))
      : kind === "case"
        ? casesIn(join(root, FOLDERS.cases))
        : writtenIn(suitesOf(root, suite), kind === "model" ? "model_id" : "variant_id");
  return [...new Set(ids)].sort();
}

function suitesOf(root: string, suite: string | undefined): string[] {
  const folder = join(root, FOLDERS.suites);
  const names = namesIn(folder).filter((name) => /\.ya?ml$/.test(name));
  const meant = names.filter((name) => name.replace(/\.ya?ml$/, "") === suite);
  return (meant.length > 0 ? meant : names).map((name) => join(folder, name));
}

function casesIn(folder: string): string[] {
  const files: string[] = [];
  for (const name of namesIn(folder)) {
    const here = caseFile(join(folder, name));
    const below =
      here === null ? namesIn(join(folder, name)).map((inner) => caseFile(join(folder, name, inner))) : [here];
    files.push(...below.filter((path) => path !== null));
  }
  return files.length > MOST_READ
    ? files.map((path) => path.split(/[\\/]/).at(-2)!)
    : files.flatMap((path) => writtenIn([path], "case_id").slice(0, 1));
}

function caseFile(folder: string): string | null {
  const name = namesIn(folder).find((entry) => entry === "test.yaml" || entry === "test.yml");
  return name === undefined ? null : join(folder, name);
}

/** Finds every value of a field, whether on its own line, in a list or in braces. */
function writtenIn(paths: string[], field: string): string[] {
  const pattern = new RegExp(`(?:^|[\\s{,-])${field}:[ \\t]*(?:"([^"\\n]*)"|'([^'\\n]*)'|([^\\s,}#]+))`, "gm");
  return paths.flatMap((path) =>
    [...textOf(path).matchAll(pattern)].flatMap(([, double, single, plain]) => double ?? single ?? plain ?? []),
  );
}

function yamlNames(folder: string): string[] {
  return namesIn(folder).flatMap((name) => (/\.ya?ml$/.test(name) ? name.replace(/\.ya?ml$/, "") : []));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
