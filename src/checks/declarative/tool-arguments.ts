import type { DeclarativeCheck, LoadedCase } from "../../config/index.ts";
import { compilePattern, readJsonText, valueAtPointer } from "../../text/index.ts";
import { jsonIncludes } from "../inspection/json-match.ts";
import { formatPattern, formatValue, quoteText } from "../inspection/quote-text.ts";
import { findSchemaProblem } from "./schema-problem.ts";

type Check = Extract<DeclarativeCheck, { kind: "tool_called" }>;

/** The problem with a call's arguments, as a sentence; null if they satisfy the check. */
export function argumentsProblem(
  check: Check,
  written: string,
  { checkSchemas }: LoadedCase,
): string | "undecided" | null {
  const { arguments: values, argument_patterns: patterns, arguments_schema_path: path } = check;
  const schema = check.arguments_schema ?? (path === undefined ? undefined : checkSchemas?.[path]);
  if (path !== undefined && schema === undefined) throw new Error(`the schema ${path} was not loaded`);
  if (values === undefined && patterns === undefined && schema === undefined) return null;
  // Models often call a tool without parameters with an empty text.
  const read = readJsonText(written.trim() === "" ? "{}" : written);
  if (!read.ok) return `its arguments should be JSON, but ${read.reason}: ${quoteText(written)}.`;
  const [twice] = read.duplicate_keys;
  if (twice !== undefined) return `it has the argument ${quoteText(twice)} twice, so it has no single meaning.`;
  return (
    wrongArgument(values ?? {}, read.value) ??
    unmatchedArgument(patterns ?? {}, read.value) ??
    (schema ? findSchemaProblem(schema, read.value) : null)
  );
}

function wrongArgument(values: Record<string, unknown>, given: unknown): string | null {
  for (const [name, wanted] of Object.entries(values)) {
    const { found, value } = valueAtPointer(given, pointerOf(name, false));
    if (!found) return `it has no argument ${quoteText(name)}, expected ${formatValue(wanted)}.`;
    if (!jsonIncludes(value, wanted))
      return `its argument ${quoteText(name)} is ${formatValue(value)}, expected ${formatValue(wanted)}.`;
  }
  return null;
}

function unmatchedArgument(patterns: Record<string, string>, given: unknown): string | null {
  for (const [name, source] of Object.entries(patterns)) {
    const compiled = compilePattern(source);
    if (!compiled.ok) throw new Error(`the pattern cannot be searched for: ${compiled.message}`);
    const { found, value } = valueAtPointer(given, pointerOf(name, true));
    if (!found) return `it has no argument ${quoteText(name)}, expected one that matches ${formatPattern(source)}.`;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (compiled.pattern.find(text) === null)
      return `its argument ${quoteText(name)} is ${formatValue(value)}, which does not match ${formatPattern(source)}.`;
  }
  return null;
}

/** Converts a name to a pointer, unless it is one already (it begins with `/` and pointers are allowed). */
function pointerOf(name: string, understood: boolean): string {
  return understood && name.startsWith("/") ? name : `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
