import { z } from "zod";

export const TOOL_NAMES = ["exec_shell", "read_file", "write_file", "list_files", "web_search"] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

export function isBuiltIn(name: string): name is ToolName {
  return (TOOL_NAMES as readonly string[]).includes(name);
}

/** Function names that providers accept. */
export const TOOL_NAME_PATTERN = /^[a-zA-Z0-9_-]{1,64}$/;

export const toolName = z
  .string()
  .regex(TOOL_NAME_PATTERN, "a tool name: letters a to z, digits, `_` and `-`, at most 64");
