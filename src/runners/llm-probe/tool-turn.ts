import type { ChatMessage, ToolCall } from "../../records/index.ts";
import { type ExecutedTool, executeTool, type ToolSurroundings } from "../tools/execute-tool.ts";
import type { Trace } from "./trace.ts";

/** Far above a sensible turn's needs; a runaway model must not keep the machine busy for hours. */
const MOST_CALLS_A_TURN = 64;

export interface ToolTurn {
  results: ChatMessage[];
  /** The reason why this machine cannot execute an offered tool; null when it can. */
  unavailable: string | null;
}

/**
 * Executes the calls of one turn in order, so that a file written by one can be read by the next, and returns the results in that
 * order. Reports invalid calls to the model as their result.
 */
export async function executeToolTurn(
  calls: ToolCall[],
  surroundings: ToolSurroundings,
  trace: Trace,
): Promise<ToolTurn> {
  for (const { id, function: called } of calls)
    trace.add({ kind: "tool_call", tool_name: called.name, tool_call_id: id, arguments: called.arguments });
  const results: ChatMessage[] = [];
  let unavailable: string | null = null;
  for (const [index, call] of calls.entries()) {
    if (surroundings.signal?.aborted) break;
    const executed: ExecutedTool =
      index < MOST_CALLS_A_TURN
        ? await executeTool({ name: call.function.name, argumentsJson: call.function.arguments }, surroundings)
        : { status: "error", content: `Not executed: more than ${MOST_CALLS_A_TURN} tool calls in one turn.` };
    const { status, content } = executed;
    if (executed.unavailable) unavailable ??= content;
    trace.add({ kind: "tool_result", tool_name: call.function.name, tool_call_id: call.id, status, content });
    if (executed.unanswered)
      trace.add({
        kind: "runner_event",
        event: "tool_call_unanswered",
        message: `${call.function.name} has no answer to ${call.function.arguments.slice(0, 500)}`,
        details: { tool_name: call.function.name, tool_call_id: call.id },
      });
    results.push({ role: "tool", tool_call_id: call.id, content });
  }
  return { results, unavailable };
}

/** Gives each call of a turn a distinct id; a model that repeats one could not tell the results apart. */
export function withDistinctIds(calls: ToolCall[]): { calls: ToolCall[]; repeated: string[] } {
  const seen = new Set(calls.map(({ id }) => id));
  const taken = new Set<string>();
  const repeated: string[] = [];
  const distinct = calls.map((call) => {
    let { id } = call;
    if (taken.has(id)) {
      repeated.push(id);
      for (let copy = 2; taken.has(id) || seen.has(id); copy++) id = `${call.id}_${copy}`;
    }
    taken.add(id);
    return { ...call, id };
  });
  return { calls: distinct, repeated };
}
