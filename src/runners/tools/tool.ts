import type { SandboxChoice } from "../../sandbox/index.ts";

/** The outside world, as far as a tool may touch it. */
export interface ToolSurroundings {
  /** The tools that the case lists. Nothing else is executed, whatever the model requests. */
  allowed: readonly string[];
  sandbox: SandboxChoice;
  /** Host folders of this trial. */
  workspace: string;
  tmp: string;
  /** True if commands may use the network. */
  network: boolean;
  /** Disk limit of the trial's folders. */
  diskBytes: number;
  env: Record<string, string | undefined>;
  /** Answers calls of the workspace's own tools; null for a call of any other. */
  own?: (request: ToolRequest) => Promise<ExecutedTool> | null;
  signal?: AbortSignal;
}

/** A tool call as the model wrote it: any name, any string. */
export interface ToolRequest {
  name: string;
  argumentsJson: string;
}

/** The result for the model. A tool's failure is an answer, too. */
export interface ExecutedTool {
  status: "success" | "error";
  content: string;
  /** This machine cannot execute the tool at all, so the trial's outcome says nothing about the subject. */
  unavailable?: true;
  /** The call matched none of the tool's fixed answers; reported to their author. */
  unanswered?: true;
}

export interface Tool {
  description: string;
  /** JSON Schema of the arguments. Part of a trial's identity: a changed byte makes it a new trial. */
  parameters: {
    type: "object";
    properties: Record<string, Parameter>;
    required: string[];
    additionalProperties: false;
  };
  execute(values: Record<string, unknown>, surroundings: ToolSurroundings): Promise<ExecutedTool>;
}

export interface Parameter {
  type: "string" | "integer" | "boolean";
  description: string;
  minimum?: number;
  maximum?: number;
}

export function success(content: string): ExecutedTool {
  return { status: "success", content };
}

export function failure(content: string): ExecutedTool {
  return { status: "error", content };
}
