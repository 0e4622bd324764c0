import type { z } from "zod";
import { readJsonText } from "../../text/index.ts";
import type { Diagnostic, Loaded } from "../diagnostics/diagnostic.ts";
import { parseText } from "../source/parse.ts";
import { explainIssues } from "./explain-issue.ts";

/** Checks one line of a JSON Lines file against a schema. Problems carry their position in the file. */
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
  // Positions are needed only for an invalid line, so parse it again.
  const parsed = parseText(text, file, file, "json");
  const problems = parsed.ok ? explainIssues(parsed.source, schema, result.error.issues) : parsed.diagnostics;
  return { ok: false, diagnostics: problems.map((problem) => inLine(problem, line)) };
}

/** Drops the frame, which would repeat the whole line. */
function inLine({ frame: _frame, ...problem }: Diagnostic, line: number): Diagnostic {
  return { ...problem, line };
}
