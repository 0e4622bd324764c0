import { existsSync, realpathSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { readText } from "../../config/index.ts";
import { walkTree } from "../../files/index.ts";

type FoundFile = { ok: true; path: string } | { ok: false; reason: string };

/** Finds and reads the files that a foreign configuration refers to. */
export interface FileReferences {
  root: string;
  /** Finds one file: `file://prompts/a.txt`, or a bare path. */
  find(reference: string): FoundFile;
  /** Finds all files that match a pattern with `*`, `**` or `?`, sorted; a path without them is one file. */
  findAll(reference: string): { ok: true; paths: string[] } | { ok: false; reason: string };
  readText(path: string): { ok: true; text: string } | { ok: false; reason: string };
  /** The path for people, relative to the configuration's folder. */
  shown(path: string): string;
}

/** A folder of prompts has a few hundred files; more are probably a mistake. */
const MOST_FILES = 20_000;

/**
 * Resolves references from the configuration's folder and, unless allowed by the user, only below it, even through links: a
 * foreign configuration must not copy the reader's own files into a workspace that is then sent to a provider.
 */
export function openFileReferences(root: string, { allowOutside = false } = {}): FileReferences {
  const realRoot = realpathSync(root);
  const find = (reference: string): FoundFile => {
    const written = withoutScheme(reference);
    if (written.includes("\0")) return { ok: false, reason: "its path has a NUL character" };
    const path = resolve(root, written);
    if (!existsSync(path)) return { ok: false, reason: `the file ${JSON.stringify(written)} does not exist` };
    if (!statSync(path).isFile()) return { ok: false, reason: `${JSON.stringify(written)} is not a file` };
    if (!allowOutside && !isBelow(realpathSync(path), realRoot))
      return {
        ok: false,
        reason: `${JSON.stringify(written)} is outside the configuration's folder; --allow-outside lets it be read`,
      };
    return { ok: true, path };
  };
  return {
    root,
    find,
    findAll(reference) {
      const written = withoutScheme(reference);
      if (!/[*?]/.test(written)) {
        const found = find(reference);
        return found.ok ? { ok: true, paths: [found.path] } : found;
      }
      const pattern = globPattern(written.replace(/^\.\//, ""));
      const paths: string[] = [];
      for (const entry of walkTree(root, { limits: { entries: MOST_FILES, depth: 20 }, leaveOut: isClutter })) {
        if (entry.kind === "limit")
          return { ok: false, reason: `there are too many files below the folder to look for ${written}` };
        if (entry.kind === "file" && pattern.test(entry.path)) paths.push(join(root, entry.path));
      }
      return paths.length > 0 ? { ok: true, paths } : { ok: false, reason: `no file matches ${written}` };
    },
    readText(path) {
      const read = readText(path);
      return read.ok ? read : { ok: false, reason: read.message };
    },
    shown: (path) => relative(root, path).split(sep).join("/"),
  };
}

export function withoutScheme(reference: string): string {
  return reference.replace(/^file:\/\//, "").trim();
}

export function isFileReference(value: unknown): value is string {
  return typeof value === "string" && value.trimStart().startsWith("file://");
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

function isClutter(name: string): boolean {
  return name === "node_modules" || name === ".git";
}

/** Translates a glob: `**` crosses folders, `*` and `?` do not. */
function globPattern(written: string): RegExp {
  const source = written
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => {
      if (part === "**/") return "(?:[^/]+/)*";
      if (part === "**") return ".*";
      if (part === "*") return "[^/]*";
      return part === "?" ? "[^/]" : part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`);
}
