import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findWorkspaceRoot } from "../config/index.ts";
import { outputsFolder } from "../store/index.ts";

/**
 * The folder that is meant by a path, or by the name under which the store has something of a kind. What is there at the path wins; a name
 * that nobody has stays the path it looks like, so that whoever reads it says what is missing.
 */
export async function folderOrName(
  written: string,
  cwd: string,
  named: (outputs: string, name: string) => string,
): Promise<string> {
  const path = resolve(cwd, written);
  if (existsSync(path) || /[/\\]/.test(written)) return path;
  const folder = named(outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd), written);
  return existsSync(folder) ? folder : path;
}
