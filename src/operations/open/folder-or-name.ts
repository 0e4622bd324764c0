import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { findWorkspaceRoot } from "../../config/index.ts";
import { outputsFolder } from "../../store/index.ts";

/**
 * The folder that is meant by a path, or by the name under which the store has something of a kind. What is there at the path wins, unless
 * it is a folder without `file`: answers are often in a folder called like their judging. A name that nobody has stays the path it looks
 * like, so that whoever reads it says what is missing.
 */
export async function folderOrName(
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
