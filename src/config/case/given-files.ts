import { realpathSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import { isDirectory, liesInside } from "../finding/workspace-root.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { handedOverName, problemOfSharedName } from "./distinct-names.ts";
import { listGivenFiles } from "./list-given-files.ts";
import type { GivenFiles } from "./loaded-case.ts";

type Words = { message: string; suggestion?: string };

/**
 * Finds the files that a case puts into the subject's workspace. A single folder becomes the workspace; entries of a list keep their names.
 * They are listed here and hashed when a trial is planned.
 */
export function resolveGivenFiles(
  written: TestCase["input"]["workspace"],
  source: SourceFile,
  root: string,
): { workspace?: GivenFiles; diagnostics: Diagnostic[] } {
  if (written === undefined) return { diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const complain = (path: (string | number)[], words: Words) =>
    diagnostics.push(complainAbout(source, { path: ["input", "workspace", ...path], ...words }));
  const tops = [written].flat().flatMap((entry, index) => {
    const at = typeof written === "string" ? [] : [index];
    const found = findReferencedFile(entry, { beside: source.path, root, what: "the file", orFolder: true });
    const problem = found.ok
      ? (problemOfTop(entry, found.path, source) ??
        (typeof written === "string"
          ? problemOfFile(entry, found.path)
          : problemOfSharedName(written, index, "the workspace")))
      : found;
    if (!found.ok || problem !== null) {
      complain(at, problem!);
      return [];
    }
    const name = typeof written === "string" ? "" : handedOverName(entry);
    return [{ at, written: entry, path: realpathSync(found.path), name }];
  });
  const listed = listGivenFiles(tops);
  for (const { top, message } of listed.problems) complain(top.at, { message });
  if (diagnostics.length > 0) return { diagnostics };
  return { workspace: { entries: listed.entries }, diagnostics };
}

/** Refuses files that would reveal how the case is decided. */
function problemOfTop(written: string, path: string, source: SourceFile): Words | null {
  const { dataset } = (source.value ?? {}) as { dataset?: { path?: unknown } };
  const rows = typeof dataset?.path === "string" ? [resolve(dirname(source.path), dataset.path)] : [];
  const shown = [source.path, ...rows].find((file) => liesInside(file, path));
  if (shown === undefined) return null;
  const name = relative(dirname(source.path), shown);
  const what = name === basename(source.path) ? "says what is expected" : "has the answers of all rows";
  return {
    message: `${JSON.stringify(written)} would show the subject ${name}, which ${what}; put the files into a folder of their own`,
  };
}

function problemOfFile(written: string, path: string): Words | null {
  if (isDirectory(path)) return null;
  return { message: `${JSON.stringify(written)} is a file; write a list, [${written}], to put it into the workspace` };
}
