import type { Finding, RunArtifact } from "../../records/index.ts";

/** Checks for exactly this many tool calls, successful or not. */
export function toolCallCount(expected: number, { trace }: RunArtifact): Finding {
  const names = trace.flatMap((event) => (event.kind === "tool_call" ? [event.tool_name] : []));
  const seen = names.length === 0 ? "no tool calls" : `${names.length}: ${callSummary(names)}`;
  const passed = names.length === expected;
  const message = passed
    ? `There were exactly ${expected} tool calls.`
    : `Expected exactly ${expected} tool calls, found ${names.length}.`;
  return { outcome: passed ? "passed" : "failed", message, seen };
}

export function callSummary(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const parts = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name.slice(0, 60)} × ${count}`);
  return [...parts.slice(0, 10), ...(parts.length > 10 ? ["…"] : [])].join(", ");
}
