import { jsonObjectOrNull } from "../../text/index.ts";

/** Deeper than any agent's report, and shallow enough for recursive readers. */
const DEEPEST = 200;

/** Parses JSON possibly written by an agent; null unless it is an object of limited nesting. */
export function foreignObject(text: string): Record<string, unknown> | null {
  return jsonObjectOrNull(text, DEEPEST);
}
