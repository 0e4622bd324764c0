import { dirname, resolve } from "node:path";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { entriesOf } from "./list-files.ts";
import { kindOf, liesInside } from "./workspace-root.ts";

export type ReferencedFile = { ok: true; path: string } | { ok: false; message: string; suggestion?: string };

/**
 * Resolves a file reference. The file must be inside the workspace after following links: a stranger's workspace must not send the reader's
 * own files to a provider.
 */
export function findReferencedFile(
  written: string,
  { beside, root, what, orFolder = false }: { beside: string; root: string; what: string; orFolder?: boolean },
): ReferencedFile {
  if (written.includes("\0")) return { ok: false, message: `${what} has a NUL character in its path` };
  const path = resolve(dirname(beside), written);
  const kind = kindOf(path);
  const shown = JSON.stringify(written);
  if (kind === "nothing") {
    const close = didYouMean(written.split(/[/\\]/).at(-1) ?? "", entriesOf(dirname(path)));
    const message = `${what} ${shown} does not exist; paths start at the folder of this file`;
    return { ok: false, message, ...(close ? { suggestion: close } : {}) };
  }
  if (kind === "directory" && !orFolder)
    return { ok: false, message: `${what} ${shown} is a directory; expected a file` };
  if (kind === "other")
    return { ok: false, message: `${what} ${shown} cannot be read as a file (a special file, or a link to itself)` };
  if (!liesInside(path, root))
    return { ok: false, message: `${what} ${shown} is outside the workspace; copy it into the workspace` };
  return { ok: true, path };
}
