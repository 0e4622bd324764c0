import { readFile, stat } from "node:fs/promises";
import { dirname, extname, join, relative } from "node:path";
import { transform } from "sucrase";
import { isInside } from "./hook-file.ts";

export type TransformedFiles =
  | { ok: true; entry: string; files: { path: string; text: string }[] }
  | { ok: false; problem: string };

/** Suffixes that may complete an import written in TypeScript. */
const CANDIDATES = ["", ".ts", ".mts", ".js", ".mjs", ".json", "/index.ts", "/index.js"];
const IMPORTS = /(\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])(\.{1,2}\/[^"'\n]+)\2/g;

/**
 * Transpiles a TypeScript file and its relative imports to JavaScript for any Node. Types are stripped, not checked. Paths are
 * relative to the workspace root, which no import may leave.
 */
export async function transformTypeScript(entry: string, root: string): Promise<TransformedFiles> {
  const files = new Map<string, string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = relative(root, file);
    if (!isInside(file, root))
      return { ok: false, problem: `The hook imports ${file}, which is outside the workspace.` };
    if (files.has(transpiledName(name))) continue;
    const source = await readFile(file, "utf8");
    let text = source;
    try {
      if (/\.[cm]?ts$/.test(file)) text = withoutTypes(source, file);
    } catch (error) {
      return { ok: false, problem: `The hook is not valid TypeScript: ${name}: ${(error as Error).message}` };
    }
    const links = extname(file) === ".json" ? new Map<string, string>() : await linksOf(text, file);
    waiting.push(...links.values());
    files.set(transpiledName(name), redirected(text, file, links));
  }
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => ({ path, text }));
  return { ok: true, entry: transpiledName(relative(root, entry)), files: sorted };
}

function withoutTypes(source: string, file: string): string {
  const transforms = file.endsWith(".cts") ? (["typescript", "imports"] as const) : (["typescript"] as const);
  return transform(source, { transforms: [...transforms], filePath: file, disableESTransforms: true }).code;
}

/** Maps each relative import specifier to its file. */
async function linksOf(text: string, file: string): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (const [, , , specifier] of text.matchAll(IMPORTS)) {
    const target = await resolveImport(join(dirname(file), specifier!));
    if (target !== null) links.set(specifier!, target);
  }
  return links;
}

async function resolveImport(path: string): Promise<string | null> {
  const asTypeScript = path.replace(/\.([cm]?)js$/, ".$1ts");
  for (const candidate of [asTypeScript, ...CANDIDATES.map((ending) => path + ending)]) {
    if ((await stat(candidate).catch(() => null))?.isFile()) return candidate;
  }
  return null;
}

function redirected(text: string, file: string, links: Map<string, string>): string {
  return text.replace(IMPORTS, (whole, before: string, quote: string, specifier: string) => {
    const target = links.get(specifier);
    if (target === undefined) return whole;
    const way = transpiledName(relative(dirname(file), target));
    return `${before}${quote}${way.startsWith(".") ? way : `./${way}`}${quote}`;
  });
}

/** The file name that makes Node load the output as the right module kind. */
function transpiledName(path: string): string {
  return path.replace(/\.m?ts$/, ".mjs").replace(/\.cts$/, ".cjs");
}
