import { jsonObjectOrNull } from "../../text/index.ts";

/** Deeper than any agent's report, and shallow enough for what recurses into it. */
const DEEPEST = 200;

/** An object in JSON that an agent may have written; null for anything else, and for one that is nested without end. */
export function foreignObject(text: string): Record<string, unknown> | null {
  return jsonObjectOrNull(text, DEEPEST);
}
