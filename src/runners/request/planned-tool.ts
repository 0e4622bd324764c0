import type { LoadedTool } from "../../config/index.ts";
import type { ToolDefinition } from "../../records/index.ts";

/** A tool of the workspace as it was planned: what the model is told, and who answers. */
export interface PlannedTool {
  definition: ToolDefinition;
  source: LoadedTool;
  /** Its name for whoever answers: a server knows nothing of our prefix. */
  answersTo: string;
  mode: ToolMode;
  /** SHA-256 of everything that decides its answers. Part of a trial's identity. */
  behaviour: string;
}

/** Whether it answers itself, answers and is written down, or what was written down answers in its place. */
export type ToolMode = "live" | "recorded" | "replayed";
