import type { ToolDefinition, ToolRecordings } from "../../records/index.ts";
import type { McpServer } from "../schema/case/mcp-server.ts";
import type { ToolAnswer, ToolDefault } from "../schema/case/tool-answers.ts";
import type { ToolName } from "../schema/case/tool-name.ts";

/** Tool of a case: the name of a built-in one, or a tool of the workspace with its references resolved. */
export type OfferedTool = ToolName | LoadedTool;

export interface LoadedTool {
  /** Name to show: its id, or else its name, or else the server. */
  label: string;
  /** Definition for the model; null for a server, which brings its own. */
  definition: ToolDefinition["function"] | null;
  behaviour: ToolBehaviour;
  recordings: RecordingFile | null;
}

export type ToolBehaviour =
  | { kind: "answers"; answers: readonly ToolAnswer[]; default: ToolDefault | null }
  | { kind: "script"; script: ReadableFile; files: readonly ReadableFile[] }
  | { kind: "mcp"; server: McpServer; files: readonly ReadableFile[] };

/** File or folder of the workspace that a tool may read. */
export interface ReadableFile {
  /** As written in the configuration. */
  written: string;
  /** Absolute. */
  path: string;
}

export interface RecordingFile {
  /** Absolute; the file need not exist. */
  path: string;
  /** Path to show. */
  shown: string;
  /** Null before anything is recorded. */
  content: ToolRecordings | null;
}
