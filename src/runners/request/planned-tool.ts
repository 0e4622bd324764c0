import type { LoadedTool } from "../../config/index.ts";
import type { ToolDefinition } from "../../records/index.ts";

/** A planned workspace tool: the definition for the model, and the answering tool. */
export interface PlannedTool {
  definition: ToolDefinition;
  source: LoadedTool;
  /** Its name at its server, without our prefix. */
  answersTo: string;
  mode: ToolMode;
  /** SHA-256 of everything that determines its answers. Part of a trial's identity. */
  behaviour: string;
}

/** `live` answers itself, `recorded` also stores the answers, `replayed` answers from stored ones. */
export type ToolMode = "live" | "recorded" | "replayed";
