import { lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { shownPathOf } from "../source/source-file.ts";

/** Beyond so many entries nobody wants to wait for `assay validate`; the trial itself looks at all of them. */
const MOST_ENTRIES = 20_000;

/** What is in an agent's workspace/ that cannot be copied for a trial: links that lead out of it, pipes, sockets, devices. State is left out. */
export function inspectWorkspace(
  workspace: string,
  root: string,
  isLeftOut: (path: string) => boolean = () => false,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const state: string[] = [];
  const folders = [""];
  let looked = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const name of namesIn(join(workspace, folder))) {
      if (++looked > MOST_ENTRIES) return diagnostics;
      const path = posix.join(folder, name);
      const stats = lstatSync(join(workspace, path), { throwIfNoEntry: false });
      if (isLeftOut(stats?.isDirectory() ? `${path}/` : path)) {
        state.push(path);
        continue;
      }
      if (stats?.isDirectory()) folders.push(path);
      const message = stats && problemWith(path, stats, workspace);
      if (message) diagnostics.push({ severity: "error", file: shownPathOf(join(workspace, path), root), message });
    }
  if (state.length > 0)
    diagnostics.push({
      severity: "warning",
      file: shownPathOf(join(workspace, ".openclaw"), root),
      message: `is OpenClaw's own state (${state.join(", ")}) and left out of every trial, so that each starts as a new workspace; you can remove it`,
    });
  return diagnostics;
}

/** In words, why a link cannot be part of a workspace; null when it stays inside. */
export function linkProblem({ path, target }: { path: string; target: string }): string | null {
  const reached = posix.normalize(posix.join(dirname(path), target));
  const leaves = posix.isAbsolute(target) || reached === ".." || reached.startsWith("../");
  return leaves ? `links to ${target}, outside of the workspace; copy what it needs into the workspace` : null;
}

function problemWith(path: string, stats: Stats, workspace: string): string | null {
  if (stats.isSymbolicLink()) return linkProblem({ path, target: readlinkSync(join(workspace, path)) });
  if (stats.isFile() || stats.isDirectory()) return null;
  return "is a pipe, socket or device, which cannot be part of a workspace";
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
