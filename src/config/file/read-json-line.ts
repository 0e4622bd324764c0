import type { z } from "zod";
import { readJsonText } from "../../text/index.ts";
import type { Diagnostic, Loaded } from "../diagnostics/diagnostic.ts";
import { parseText } from "../source/parse.ts";
import { explainIssues } from "./explain-issue.ts";

/** Holds one line of a JSON Lines file to a schema. What is wrong with it is said with its place in the file. */
export function readJsonLine<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  { file, line }: { file: string; line: number },
): Loaded<z.output<Schema>> {
  const refuse = (column: number, message: string): Loaded<z.output<Schema>> => ({
    ok: false,
    diagnostics: [{ severity: "error", file, line, column, message }],
  });
  const read = readJsonText(text);
  if (!read.ok) return refuse(read.column, `the line ${read.reason}`);
  const [twice] = read.duplicate_keys;
  if (twice !== undefined) return refuse(1, `"${twice}" appears twice; which one is meant?`);
  const result = schema.safeParse(read.value);
  if (result.success) return { ok: true, value: result.data, diagnostics: [] };
  // Only a line with a mistake is parsed with the places of everything in it.
  const parsed = parseText(text, file, file, "json");
  const problems = parsed.ok ? explainIssues(parsed.source, schema, result.error.issues) : parsed.diagnostics;
  return { ok: false, diagnostics: problems.map((problem) => inLine(problem, line)) };
}

/** A frame would show the whole line again, which the place already names. */
function inLine({ frame: _frame, ...problem }: Diagnostic, line: number): Diagnostic {
  return { ...problem, line };
}
