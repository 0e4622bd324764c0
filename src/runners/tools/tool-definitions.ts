import type { ToolName } from "../../config/index.ts";
import type { ToolDefinition } from "../../records/index.ts";
import { execShell } from "./exec-shell.ts";
import { listFiles } from "./list-files.ts";
import { readFileTool } from "./read-file.ts";
import type { Tool } from "./tool.ts";
import { webSearch } from "./web-search.ts";
import { writeFileTool } from "./write-file.ts";

export const TOOLS: Record<ToolName, Tool> = {
  exec_shell: execShell,
  read_file: readFileTool,
  write_file: writeFileTool,
  list_files: listFiles,
  web_search: webSearch,
};

/** The definitions for a model, in the order of the case; each name once. */
export function toolDefinitions(names: readonly ToolName[]): ToolDefinition[] {
  return [...new Set(names)].map((name) => {
    const { description, parameters } = TOOLS[name];
    return { type: "function", function: { name, description, parameters } };
  });
}
