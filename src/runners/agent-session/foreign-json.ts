import { isJsonNestedDeeperThan, isRecord } from "../../text/index.ts";

/** Nobody's report is nested deeper, and what walks through it afterwards would run out of stack. */
const DEEPEST = 200;

/** An object in JSON that an agent may have written; null for anything else, and for one that is nested without end. */
export function foreignObject(text: string): Record<string, unknown> | null {
  if (isJsonNestedDeeperThan(text, DEEPEST)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
