import type { ToolDefinition, ToolRecordings } from "../../records/index.ts";
import type { McpServer } from "../schema/case/mcp-server.ts";
import type { ToolAnswer, ToolDefault } from "../schema/case/tool-answers.ts";
import type { ToolName } from "../schema/case/tool-name.ts";

/** A tool that a case offers: a built-in one by its name, or one of the workspace with everything it refers to. */
export type OfferedTool = ToolName | LoadedTool;

export interface LoadedTool {
  /** For people: its id, else its name, else the server. */
  label: string;
  /** What the model is told; null for a server, which brings its own. */
  definition: ToolDefinition["function"] | null;
  behaviour: ToolBehaviour;
  recordings: RecordingFile | null;
}

export type ToolBehaviour =
  | { kind: "answers"; answers: readonly ToolAnswer[]; default: ToolDefault | null }
  | { kind: "script"; script: ReadableFile; files: readonly ReadableFile[] }
  | { kind: "mcp"; server: McpServer; files: readonly ReadableFile[] };

/** A file or folder of the workspace that a tool may read. */
export interface ReadableFile {
  /** As the configuration has it. */
  written: string;
  /** Absolute. */
  path: string;
}

export interface RecordingFile {
  /** Absolute; the file need not be there. */
  path: string;
  /** For people. */
  shown: string;
  /** What was recorded; null where nothing was yet. */
  content: ToolRecordings | null;
}
