import type { Diagnostic, FieldPath } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { FOLDERS } from "../finding/workspace-root.ts";
import type { ToolList } from "../schema/case/tool.ts";
import { isBuiltIn, TOOL_NAMES } from "../schema/case/tool-name.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { loadTool } from "./load-tool.ts";
import type { LoadedTool, OfferedTool } from "./loaded-tool.ts";
import type { ToolShelf } from "./tool-shelf.ts";

/** Position of a list of tools. */
export interface ToolListPlace {
  source: SourceFile;
  root: string;
  /** Path of the list in its file: `["input", "context", "llm_probe", "tools"]`. */
  at: FieldPath;
  shelf: ToolShelf;
}

/** Resolves a list of tools, in order and without repetitions: built-in ones, files of configs/tools/, and inline definitions. */
export function resolveTools(
  list: ToolList,
  { source, root, at, shelf }: ToolListPlace,
): { tools: OfferedTool[]; diagnostics: Diagnostic[] } {
  if (list.length === 0) return { tools: [], diagnostics: [] };
  const tools = new Set<OfferedTool>();
  const diagnostics: Diagnostic[] = [];
  const named = new Map<string, OfferedTool>();
  for (const [index, entry] of list.entries()) {
    const path = [...at, index];
    const complain = (message: string, suggestion?: string) =>
      void diagnostics.push(complainAbout(source, { path, message, ...(suggestion ? { suggestion } : {}) }));
    let tool: OfferedTool | undefined;
    if (typeof entry !== "string") {
      const loaded = loadTool(entry, path, source, root);
      diagnostics.push(...loaded.diagnostics);
      tool = loaded.tool;
    } else if (isBuiltIn(entry)) tool = entry;
    else tool = fromShelf(entry, shelf, diagnostics, complain);
    if (tool === undefined) continue;
    const name = nameOf(tool);
    const other = name === null ? undefined : named.get(name);
    if (other !== undefined && other !== tool)
      complain(`a tool of this list is called ${JSON.stringify(name)} already; a model could not tell them apart`);
    if (name !== null) named.set(name, tool);
    tools.add(tool);
  }
  return { tools: [...tools], diagnostics };
}

function fromShelf(
  toolId: string,
  shelf: ToolShelf,
  diagnostics: Diagnostic[],
  complain: (message: string, suggestion?: string) => void,
): LoadedTool | undefined {
  const shelved = shelf.take(toolId);
  if (shelved === undefined) {
    const message = `expected ${TOOL_NAMES.join(", ")} or the name of a file in ${FOLDERS.tools}/, found ${JSON.stringify(toolId)}`;
    complain(message, didYouMean(toolId, [...TOOL_NAMES, ...shelf.ids()]));
    return undefined;
  }
  diagnostics.push(...shelved.diagnostics);
  return shelved.tool;
}

function nameOf(tool: OfferedTool): string | null {
  return typeof tool === "string" ? tool : (tool.definition?.name ?? null);
}
