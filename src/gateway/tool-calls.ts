import { toUSVString } from "node:util";
import type { ToolCall } from "../records/index.ts";
import { isRecord } from "../text/index.ts";

/**
 * Normalizes tool calls of all servers: arguments as an object, a missing id or type, the older single `function_call`. A call
 * without a tool name keeps an empty one for the runner to judge: it is the model's mistake, not the provider's.
 */
export function readToolCalls(message: Record<string, unknown>): ToolCall[] {
  const listed = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const calls = listed.length === 0 && isRecord(message.function_call) ? [{ function: message.function_call }] : listed;
  return calls.map((call: unknown, index) => {
    const { id, function: called, name, arguments: argumentsBeside } = isRecord(call) ? call : {};
    const target = isRecord(called) ? called : { name, arguments: argumentsBeside };
    return {
      id: typeof id === "string" && id !== "" ? toUSVString(id) : `call_${index + 1}`,
      type: "function",
      function: {
        name: typeof target.name === "string" ? toUSVString(target.name) : "",
        arguments: argumentsText(target.arguments),
      },
    };
  });
}

function argumentsText(value: unknown): string {
  if (typeof value === "string") return value.trim() === "" ? "{}" : toUSVString(value);
  return value === undefined || value === null ? "{}" : JSON.stringify(value);
}
