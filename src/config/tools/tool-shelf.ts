import { join } from "node:path";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { loadNamed, NAMED_KINDS } from "../file/load-named.ts";
import { entriesOf } from "../finding/list-files.ts";
import { FOLDERS, kindOf } from "../finding/workspace-root.ts";
import { displayPath } from "../source/source-file.ts";
import { loadTool } from "./load-tool.ts";
import type { LoadedTool } from "./loaded-tool.ts";

/** Reads each file of configs/tools/ once, however many cases refer to it. */
export interface ToolShelf {
  /** Returns the tool with this id, if any. */
  take(toolId: string): ShelvedTool | undefined;
  /** Ids of existing files, for suggestions. */
  ids(): string[];
}

export interface ShelvedTool {
  path: string;
  /** Missing if the file is broken. */
  tool?: LoadedTool;
  diagnostics: Diagnostic[];
}

export function openToolShelf(root: string): ToolShelf {
  const taken = new Map<string, ShelvedTool | undefined>();
  const folder = join(root, FOLDERS.tools);
  return {
    take(toolId) {
      if (!taken.has(toolId)) taken.set(toolId, read(toolId, folder, root));
      return taken.get(toolId);
    },
    ids: () => entriesOf(folder).flatMap((name) => (/\.ya?ml$/.test(name) ? [name.replace(/\.ya?ml$/, "")] : [])),
  };
}

function read(toolId: string, folder: string, root: string): ShelvedTool | undefined {
  const paths = [".yaml", ".yml"].map((ending) => join(folder, `${toolId}${ending}`));
  const [path, second] = paths.filter((candidate) => kindOf(candidate) !== "nothing");
  if (path === undefined) return undefined;
  if (second !== undefined) {
    const message = `is beside ${displayPath(second, root)}, so it is not clear which one is meant; remove one`;
    return { path, diagnostics: [{ severity: "error", file: displayPath(path, root), message }] };
  }
  return readToolFile(path, root);
}

/** Reads a tool's file, in configs/tools/ or elsewhere. */
export function readToolFile(path: string, root: string): ShelvedTool {
  const { source, value, diagnostics } = loadNamed(path, root, NAMED_KINDS.tool);
  if (source === undefined || value === undefined || hasErrors(diagnostics)) return { path, diagnostics };
  const loaded = loadTool(value, [], source, root);
  return { path, ...loaded, diagnostics: [...diagnostics, ...loaded.diagnostics] };
}
