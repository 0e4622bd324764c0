import { compileJsonSchema, valueAtPointer } from "../../text/index.ts";
import { shown, shownValue } from "../looking/shown.ts";

/** The problem that a schema finds in a value, as a sentence; null if there is none, `undecided` if it took too long. */
export function problemBySchema(schema: Record<string, unknown>, value: unknown): string | "undecided" | null {
  const compiled = compileJsonSchema(schema);
  if (!compiled.ok) throw new Error(`the schema cannot be used: ${compiled.problem.message}`);
  const problem = compiled.schema.problemOf(value);
  if (problem === null || problem === "undecided") return problem;
  const { at, message, key } = problem;
  const where = at === "" ? "it" : `the value at ${shown(at)}`;
  const which = key === undefined ? "" : ` (${shown(key, 60)})`;
  const found = valueAtPointer(value, at);
  return `${where} ${message}${which}. It is ${shownValue(found.value)}.`;
}
