import { argumentsFor } from "./arguments.ts";
import { type ExecutedTool, failure, type Tool, type ToolSurroundings } from "./tool.ts";
import { TOOLS } from "./tool-definitions.ts";

export type { ExecutedTool, ToolSurroundings } from "./tool.ts";

/** A tool call as the model wrote it: any name, any string. */
export interface ToolRequest {
  name: string;
  argumentsJson: string;
}

/** Executes what a model asks for, if the case allows it. Whatever is wrong with the request is said in the answer. */
export async function executeTool(request: ToolRequest, surroundings: ToolSurroundings): Promise<ExecutedTool> {
  const { name, argumentsJson } = request;
  const tool = Object.hasOwn(TOOLS, name) ? (TOOLS as Record<string, Tool>)[name] : undefined;
  if (tool === undefined || !surroundings.allowed.includes(name)) {
    const available =
      surroundings.allowed.length > 0 ? `available: ${surroundings.allowed.join(", ")}` : "there are none";
    return failure(`There is no tool ${JSON.stringify(name.slice(0, 100))} here; ${available}.`);
  }
  const given = argumentsFor(tool, argumentsJson);
  if (!given.ok) return failure(`${name} was not executed: ${given.problem}.`);
  return tool.execute(given.values, surroundings);
}
