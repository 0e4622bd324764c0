import { argumentsFor } from "./arguments.ts";
import { type ExecutedTool, failure, type Tool, type ToolRequest, type ToolSurroundings } from "./tool.ts";
import { TOOLS } from "./tool-definitions.ts";

export type { ExecutedTool, ToolRequest, ToolSurroundings } from "./tool.ts";

/** Executes a model's tool call, if the case allows it. Describes any problem with the call in the answer. */
export async function executeTool(request: ToolRequest, surroundings: ToolSurroundings): Promise<ExecutedTool> {
  const { name, argumentsJson } = request;
  const own = surroundings.allowed.includes(name) ? surroundings.own?.(request) : null;
  if (own) return own;
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
