import { dirname, extname, join, relative, resolve } from "node:path";
import { type FileReferences, withoutScheme } from "../../reading/file-references.ts";

/** Copies the user's code to the workspace's hooks, without running it. */
export interface CodeCopies {
  /** Maps `file://checks/polite.js:check` to its path beside the adapters, and the function it names. */
  copy(reference: string): { ok: true; path: string; name?: string } | { ok: false; reason: string };
}

/** Enough for a file and its helpers; a whole application is not a check. */
const MOST_FILES = 50;

export function openCodeCopies(files: FileReferences, copied: Map<string, string>): CodeCopies {
  const known = new Map<string, ReturnType<CodeCopies["copy"]>>();
  return {
    copy(reference) {
      const before = known.get(reference);
      if (before !== undefined) return before;
      const result = copyWithNeighbours(reference, files, copied);
      known.set(reference, result);
      return result;
    },
  };
}

function copyWithNeighbours(
  reference: string,
  files: FileReferences,
  copied: Map<string, string>,
): ReturnType<CodeCopies["copy"]> {
  const [, written = "", name] = /^(.*?\.\w+)(?::([\w.]+))?$/.exec(withoutScheme(reference)) ?? [];
  if (/\.[mc]?ts$/.test(written))
    return { ok: false, reason: "it is TypeScript, which promptfoo compiles; write it as a module_hook of its own" };
  const found = files.find(written === "" ? reference : written);
  if (!found.ok) return found;
  const waiting = [found.path];
  const seen = new Map<string, string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    if (seen.size >= MOST_FILES) return { ok: false, reason: `it imports more than ${MOST_FILES} files` };
    const read = files.readText(path);
    if (!read.ok) return { ok: false, reason: `${files.shown(path)} ${read.reason}` };
    seen.set(path, read.text);
    for (const neighbour of neighboursOf(path, read.text, files)) waiting.push(neighbour);
  }
  for (const [path, text] of seen) copied.set(copyPath(path, files), text);
  return { ok: true, path: `./${copyPath(found.path, files)}`, ...(name !== undefined && { name }) };
}

/** A path in a separate folder, so that no file of the user's replaces an adapter. */
function copyPath(path: string, files: FileReferences): string {
  const shown = files.shown(path);
  return `files/${shown.startsWith("..") ? relative(dirname(path), path) : shown}`;
}

const IMPORTED = /(?:from\s*|import\s*\(?\s*|require\s*\(\s*)["'](\.{1,2}\/[^"']+)["']/g;

/** Finds files that a script imports by relative path, as far as visible without running it. */
function neighboursOf(path: string, text: string, files: FileReferences): string[] {
  if (extname(path) === ".py") return [];
  return [...text.matchAll(IMPORTED)].flatMap(([, written]) => {
    for (const ending of ["", ".js", ".mjs", ".cjs", ".json", "/index.js"]) {
      const found = files.find(join(relative(files.root, dirname(path)), written! + ending));
      if (found.ok) return [resolve(found.path)];
    }
    return [];
  });
}
