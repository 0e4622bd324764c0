import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { didYouMean } from "../did-you-mean.ts";
import { entriesOf } from "./list-files.ts";
import { kindOf } from "./root.ts";

export type ReferencedFile = { ok: true; path: string } | { ok: false; message: string; suggestion?: string };

/**
 * Finds a file that a configuration file refers to. It has to lie inside the workspace, symbolic links followed: a
 * workspace from somebody else must not send the reader's own files to a provider.
 */
export async function findReferencedFile(
  written: string,
  { beside, root, what }: { beside: string; root: string; what: string },
): Promise<ReferencedFile> {
  if (written.includes("\0")) return { ok: false, message: `${what} has a NUL character in its path` };
  const path = resolve(dirname(beside), written);
  const kind = await kindOf(path);
  const shown = JSON.stringify(written);
  if (kind === "nothing") {
    const close = didYouMean(written.split(/[/\\]/).at(-1) ?? "", await entriesOf(dirname(path)));
    const message = `${what} ${shown} does not exist; paths start at the folder of this file`;
    return { ok: false, message, ...(close ? { suggestion: close } : {}) };
  }
  if (kind === "directory") return { ok: false, message: `${what} ${shown} is a directory; expected a file` };
  if (kind === "other")
    return { ok: false, message: `${what} ${shown} cannot be read as a file (a special file, or a link to itself)` };
  if (!(await liesInside(path, root)))
    return { ok: false, message: `${what} ${shown} lies outside of the workspace; copy it into the workspace` };
  return { ok: true, path };
}

async function liesInside(path: string, root: string): Promise<boolean> {
  const fromRoot = relative(await realRootOf(root), await realpath(path));
  return fromRoot !== ".." && !fromRoot.startsWith(`..${sep}`) && !isAbsolute(fromRoot);
}

const realRoots = new Map<string, Promise<string>>();

/** Asked for every reference of every case, and always the same. */
function realRootOf(root: string): Promise<string> {
  const known = realRoots.get(root) ?? realpath(root);
  realRoots.set(root, known);
  return known;
}
