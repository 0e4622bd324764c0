import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { type LoadedCase, listCheckFiles } from "../../../config/index.ts";
import { observePath, walkTree } from "../../../files/index.ts";
import { sha256 } from "../../../text/index.ts";

/** Hashes of files by path, constant during one command: many cases may name the same. */
export type SeenFiles = Map<string, Promise<string>>;

type NamedFile = [name: string, hash: string];

/**
 * The files that a case's checks depend on, with their hashes: those that checks name, including hidden ones; for a hook
 * everything beside it and beside the case, because it may import and read that.
 */
export async function filesOfChecks(loadedCase: LoadedCase, seen: SeenFiles): Promise<NamedFile[]> {
  const { deterministic_checks: checks } = loadedCase.case;
  const caseFolder = dirname(loadedCase.path);
  const named = checks.flatMap(({ declarative }) => (declarative && "path" in declarative ? [declarative.path] : []));
  const hooks = checks.flatMap(({ python_hook, module_hook }) => python_hook ?? module_hook ?? []);
  const hookFiles = hooks.flatMap(({ path }) => path ?? []);
  const folders = hooks.length > 0 ? [caseFolder, ...hookFiles.map((file) => dirname(resolve(caseFolder, file)))] : [];
  const beside = [...new Set(folders)].flatMap(filesBelow);
  const files = [...new Set([...[...named, ...hookFiles].map((file) => resolve(caseFolder, file)), ...beside])].sort();
  const hashed = files.map(async (file): Promise<NamedFile> => [relative(caseFolder, file), await hashOf(file, seen)]);
  return [...(await Promise.all(hashed)), ...(await hiddenFiles(loadedCase, seen))];
}

/** Hidden files by the name under which a command finds them, and their executable bit. */
async function hiddenFiles(
  { case: { deterministic_checks: checks }, path }: LoadedCase,
  seen: SeenFiles,
): Promise<NamedFile[]> {
  const written = checks.flatMap(({ declarative }) => (declarative?.kind === "command" && declarative.files) || []);
  const listed = [...new Set(written)].map((entry) => ({ entry, found: listCheckFiles(entry, path) }));
  const hashed = listed.map(async ({ entry, found }): Promise<NamedFile[]> => {
    if (!found.ok) return [[entry, "absent"]];
    const hashes = await Promise.all(found.files.map((file) => hashOf(file.path, seen)));
    return found.files.map(({ name, executable }, index) => [
      `${entry}: ${name}${executable ? " (executable)" : ""}`,
      hashes[index]!,
    ]);
  });
  return (await Promise.all(hashed)).flat();
}

const NOT_SOURCE = new Set(["node_modules", "__pycache__", "outputs"]);
const MOST_FILES = 2000;

function filesBelow(folder: string): string[] {
  const leaveOut = (name: string) => NOT_SOURCE.has(name) || name.startsWith(".");
  const entries = [...walkTree(folder, { limits: { files: MOST_FILES }, leaveOut })];
  return entries.flatMap(({ kind, path }) => (kind === "file" ? [join(folder, path)] : []));
}

function hashOf(file: string, seen: SeenFiles): Promise<string> {
  const known = seen.get(file) ?? fileHash(file);
  seen.set(file, known);
  return known;
}

const LARGEST_HASHED = 20_000_000;

async function fileHash(file: string): Promise<string> {
  observePath(file);
  try {
    const found = await stat(file);
    if (!found.isFile()) return "not a file";
    return found.size > LARGEST_HASHED ? `${found.size} bytes` : sha256(await readFile(file));
  } catch {
    return "absent";
  }
}
