import type { ToolCall } from "../records/index.ts";

/** More than anyone executes; each costs a process or a line in every report. */
export const MOST_TOOL_CALLS = 1_000;

/** Longer than any model's answer. Everything stored is searched for secrets, which takes a second for a few megabytes. */
const LONGEST_TEXT = 8 * 1024 * 1024;

/** Names the part of an answer that is too large, phrased to follow "answered with"; null when nothing is. */
export function describeExcess({
  content,
  tool_calls,
}: {
  content: string | null;
  tool_calls: ToolCall[];
}): string | null {
  if (tool_calls.length > MOST_TOOL_CALLS) return TOO_MANY_CALLS;
  const length = tool_calls.reduce((sum, call) => sum + call.function.arguments.length, content?.length ?? 0);
  return length > LONGEST_TEXT ? `more than ${LONGEST_TEXT.toLocaleString("en-US")} characters` : null;
}

export const TOO_MANY_CALLS = `more than ${MOST_TOOL_CALLS.toLocaleString("en-US")} tool calls`;
