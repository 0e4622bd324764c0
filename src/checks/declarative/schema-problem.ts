import { compileJsonSchema, valueAtPointer } from "../../text/index.ts";
import { formatValue, quoteText } from "../inspection/quote-text.ts";

/** The problem that a schema finds in a value, as a sentence; null if there is none, `undecided` if it took too long. */
export function findSchemaProblem(schema: Record<string, unknown>, value: unknown): string | "undecided" | null {
  const compiled = compileJsonSchema(schema);
  if (!compiled.ok) throw new Error(`the schema cannot be used: ${compiled.problem.message}`);
  const problem = compiled.schema.problemOf(value);
  if (problem === null || problem === "undecided") return problem;
  const { at, message, key } = problem;
  const where = at === "" ? "it" : `the value at ${quoteText(at)}`;
  const which = key === undefined ? "" : ` (${quoteText(key, 60)})`;
  const found = valueAtPointer(value, at);
  return `${where} ${message}${which}. It is ${formatValue(found.value)}.`;
}
