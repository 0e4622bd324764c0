import { basename, dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { readText } from "../source/read-text.ts";
import { entriesOf } from "./list-files.ts";
import { findWorkspaceRoot, kindOf } from "./workspace-root.ts";

export interface Reference {
  /** Current directory. */
  from: string;
  /** Id, or a path: anything with a `/` or ending in .yaml or .yml. */
  reference: string;
  /** Folder below the root with files of this kind. */
  folder: string;
  /** Kind to show, such as `suite`. */
  what: string;
  /** Field that contains a file's id. */
  idField: string;
  /** Workspace for ids; defaults to the one around `from`. */
  root?: string;
}

export type Resolved =
  | { ok: true; path: string; root: string; foundBy: "id" | "path" }
  | { ok: false; diagnostic: Diagnostic };

/** Resolves an id or path to a file and its workspace. */
export async function resolveReference({
  from,
  reference,
  folder,
  what,
  idField,
  root: given,
}: Reference): Promise<Resolved> {
  const problem = (message: string, suggestion?: string): Resolved => ({
    ok: false,
    diagnostic: { severity: "error", file: reference, message, ...(suggestion ? { suggestion } : {}) },
  });
  if (reference === "" || reference.includes("\0"))
    return problem(`does not name the ${what}; expected an id or a path`);
  if (isPath(reference)) {
    const path = resolve(from, reference);
    if (kindOf(path) === "nothing") {
      const id = basename(reference).replace(/\.ya?ml$/, "");
      const root = await findWorkspaceRoot(from);
      const known = root !== null && idsIn(join(root, folder)).includes(id);
      return problem(
        `no such ${what} file; looked at ${path}`,
        known ? `Did you mean ${JSON.stringify(id)}?` : undefined,
      );
    }
    // A path determines its own workspace, whatever the current directory.
    const root = (await findWorkspaceRoot(dirname(path))) ?? (await findWorkspaceRoot(from)) ?? dirname(path);
    return { ok: true, path, root, foundBy: "path" };
  }
  const root = given ?? (await findWorkspaceRoot(from));
  if (root === null)
    return problem(
      `is meant as the id of the ${what}, but neither ${resolve(from)} nor a folder above it holds a workspace (configs/); go to one, or create one with \`assay init\``,
    );
  const candidates = [".yaml", ".yml"].map((extension) => join(root, folder, `${reference}${extension}`));
  const kinds = candidates.map(kindOf);
  const found = candidates.filter((_, index) => kinds[index] !== "nothing");
  if (found.length > 1) return problem(`is ambiguous: both ${reference}.yaml and ${reference}.yml are in ${folder}/`);
  if (found[0] !== undefined) return { ok: true, path: found[0], root, foundBy: "id" };
  const ids = idsIn(join(root, folder));
  const there = ids.length === 0 ? `${folder}/ has none` : `${folder}/ has ${few(ids)}`;
  const declaring = yamlNamesIn(join(root, folder)).find((name) =>
    declaresId(join(root, folder, name), idField, reference),
  );
  const byPath = declaring && `${folder}/${declaring} declares it: give that path`;
  return problem(`no ${what} has this id; ${there}`, byPath ?? didYouMean(reference, ids));
}

/** Returns whether a file declares this id despite its name. */
function declaresId(path: string, idField: string, id: string): boolean {
  const read = readText(path);
  if (!read.ok) return false;
  const written = new RegExp(`^${idField}:[ \\t]*(.*?)[ \\t]*$`, "m").exec(read.text)?.[1];
  return written?.replace(/^(["'])(.*)\1$/, "$2") === id;
}

/** Returns whether a reference is a path rather than an id. */
export function isPath(reference: string): boolean {
  return /[/\\]/.test(reference) || /\.ya?ml$/i.test(reference);
}

/** Lists ids by file name. */
export function idsIn(folder: string): string[] {
  return yamlNamesIn(folder).map((name) => name.replace(/\.ya?ml$/, ""));
}

function yamlNamesIn(folder: string): string[] {
  return entriesOf(folder).filter((name) => /\.ya?ml$/.test(name));
}

function few(names: readonly string[]): string {
  return names.length <= 8 ? names.join(", ") : `${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
}
