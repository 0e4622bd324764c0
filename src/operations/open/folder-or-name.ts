import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { findWorkspaceRoot } from "../../config/index.ts";
import { outputsFolder } from "../../store/index.ts";

/**
 * Resolves a path, or a name in the store. An existing path wins, unless it is a folder without `file`: samples are often in a folder with
 * their judging's name. An unknown name stays a path, so that reading it reports what is missing.
 */
export async function resolveFolderOrName(
  written: string,
  cwd: string,
  named: (outputs: string, name: string) => string,
  file = "",
): Promise<string> {
  const path = resolve(cwd, written);
  if (isThere(path, file) || /[/\\]/.test(written)) return path;
  const folder = named(outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd), written);
  return existsSync(folder) ? folder : path;
}

function isThere(path: string, file: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() ? existsSync(join(path, file)) : found !== undefined;
}
