import { lchown, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyTree, linkProblem } from "../../files/index.ts";
import { scanTree, type TreeEntry } from "./scan-tree.ts";

export type WorkspaceCopy =
  /** `entries` are those of the copy that came from the template. */
  { ok: true; entries: TreeEntry[] } | { ok: false; problem: string };

export interface CopyOptions {
  /** Files that are created where missing. */
  standard?: Record<string, string>;
  /** Matches paths below the workspace that are not copied, a folder's with `/` at its end. */
  isLeftOut?: (path: string) => boolean;
}

/** Copies an agent's workspace with modes. */
export async function copyWorkspace(
  template: string,
  target: string,
  { standard = {}, isLeftOut = () => false }: CopyOptions = {},
): Promise<WorkspaceCopy> {
  const found = await scanTree(template);
  const copied = found.entries.filter(({ path }) => !isLeftOut(path));
  const problem = copied.map(problemWith).find((each) => each !== null);
  if (problem) return { ok: false, problem: `workspace/${problem}` };
  await copyTree(template, target, (_, path) => isLeftOut(path));
  const { entries } = await scanTree(target);
  const present = new Set(entries.map(({ path }) => path));
  for (const [name, text] of Object.entries(standard))
    if (!present.has(name)) await writeFile(join(target, name), text, { mode: 0o644 });
  return { ok: true, entries };
}

/** Gives a folder and its contents to another user, including links themselves but never their targets. */
export async function giveTo(uid: number, gid: number, folder: string): Promise<void> {
  await lchown(folder, uid, gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(uid, gid, path);
    else await lchown(path, uid, gid);
  }
}

function problemWith(entry: TreeEntry): string | null {
  if (entry.kind === "special") return `${entry.path}: a ${entry.reason} cannot be part of a workspace`;
  const problem = entry.kind === "link" ? linkProblem(entry) : null;
  return problem && `${entry.path}: ${problem}`;
}
