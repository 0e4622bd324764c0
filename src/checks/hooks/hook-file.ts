import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { findWorkspaceRoot } from "../../config/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import type { HookStage } from "./hook-stage.ts";

/** The workspace root of a case, or the folder of a case outside any workspace. */
export async function workspaceRootOf({ loadedCase }: CheckSubject): Promise<string> {
  const folder = dirname(loadedCase.path);
  return realpath((await findWorkspaceRoot(folder)) ?? folder);
}

/** Exposes a hook file and its neighbours, so that it can import them; returns its path in the sandbox. */
export async function exposeHookFile(path: string, stage: HookStage, subject: CheckSubject): Promise<string> {
  const caseFolder = await realpath(dirname(subject.loadedCase.path));
  const file = await realpath(resolve(caseFolder, path));
  if (isInside(file, caseFolder)) return join(stage.paths.case, relative(caseFolder, file));
  // The root holds everything, even .env, so a hook there is exposed alone.
  const alone = isInside(await workspaceRootOf(subject), dirname(file));
  if (alone) return stage.place(join("file", basename(file)), file);
  return join(await stage.place("file", dirname(file)), basename(file));
}

export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
