import { isRecord } from "../../text/index.ts";
import { codeFrame } from "../diagnostics/code-frame.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type DataRow, firstFew, type TableRead } from "./table.ts";

/** Parses a JSON file with a list of objects. */
export function jsonTable(text: string, file: string): TableRead {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const [firstLine = ""] = text.trimStart().split("\n", 1);
    const suggestion = parseJson(firstLine).ok
      ? "If every line is an object of its own, add `format: jsonl`"
      : undefined;
    return refused([problemAt(text, file, parsed.position, parsed.message, suggestion)]);
  }
  const { value } = parsed;
  if (!Array.isArray(value))
    return refused([{ severity: "error", file, line: 1, column: 1, message: "expected a list of objects" }]);
  return tableOf(
    value.map((row, index) => ({
      row,
      place: `${file}, row ${index + 1}`,
      problem: (message) => ({ severity: "error", file, message: `row ${index + 1} ${message}` }),
    })),
    file,
  );
}

/** Parses a JSONL file with one object per non-empty line. */
export function jsonLinesTable(text: string, file: string): TableRead {
  const lines: GivenRow[] = [];
  const broken: (() => Diagnostic)[] = [];
  let start = 0;
  for (let line = 1; start <= text.length; line += 1) {
    const end = text.indexOf("\n", start);
    const written = text.slice(start, end < 0 ? text.length : end);
    const from = start;
    start = end < 0 ? text.length + 1 : end + 1;
    if (written.trim() === "") continue;
    const parsed = parseJson(written);
    if (!parsed.ok)
      broken.push(() => problemAt(text, file, from + Math.min(parsed.position, written.length), parsed.message));
    else
      lines.push({
        row: parsed.value,
        place: `${file}:${line}`,
        problem: (message) => problemAt(text, file, from, message),
      });
  }
  return broken.length > 0 ? refused(firstFew(broken, file)) : tableOf(lines, file);
}

/** Takes rows written in the case itself. */
export function inlineTable(
  rows: readonly unknown[],
  file: string,
  problem: (index: number, message: string) => Diagnostic,
): TableRead {
  return tableOf(
    rows.map((row, index) => ({ row, place: `dataset.rows[${index}]`, problem: (message) => problem(index, message) })),
    file,
  );
}

interface GivenRow {
  row: unknown;
  place: string;
  problem(message: string): Diagnostic;
}

/** Builds a table from objects, whose keys may differ: each key is a column. */
function tableOf(given: readonly GivenRow[], file: string): TableRead {
  const numbers = new Map<string, number>();
  const rows: DataRow[] = [];
  const problems: (() => Diagnostic)[] = [];
  for (const { row, place, problem } of given) {
    if (!isRecord(row)) {
      const found = Array.isArray(row) ? "a list" : JSON.stringify(row);
      problems.push(() => problem(`is ${found}; expected an object with a value for each column`));
      continue;
    }
    const cells: unknown[] = [];
    for (const [name, value] of Object.entries(row)) {
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      cells[number] = value;
      const wrong = problemOfValue(value, 1);
      if (wrong !== undefined) problems.push(() => problem(`has a value in ${JSON.stringify(name)} that ${wrong}`));
    }
    rows.push({ cells, place });
  }
  if (problems.length > 0) return refused(firstFew(problems, file));
  if (rows.length === 0) return refused([{ severity: "error", file, message: "has no rows" }]);
  return { ok: true, table: { file, columns: [...numbers.keys()], rows, isTyped: true } };
}

const DEEPEST = 64;

/** Finds values that can be read but not written again. */
function problemOfValue(value: unknown, depth: number): string | undefined {
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : "is too large for a number; put it in quotes";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > DEEPEST) return `is nested more than ${DEEPEST} levels deep`;
  // A schema drops this key silently.
  if (Object.hasOwn(value, "__proto__")) return "has a key `__proto__` inside";
  for (const inner of Object.values(value)) {
    const problem = problemOfValue(inner, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

type ParsedJson = { ok: true; value: unknown } | { ok: false; message: string; position: number };

function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? Math.max(0, text.trimEnd().length - 1));
    const words = text.trim() === "" ? "is empty; expected a list of objects" : `is not valid JSON: ${message}`;
    return { ok: false, message: words, position };
  }
}

function problemAt(text: string, file: string, position: number, message: string, suggestion?: string): Diagnostic {
  const before = text.slice(0, position);
  const line = before.split("\n").length;
  const column = position - before.lastIndexOf("\n");
  const frame = codeFrame(text, line, column, 1);
  return { severity: "error", file, line, column, message, ...(suggestion ? { suggestion } : {}), frame };
}

function refused(diagnostics: Diagnostic[]): TableRead {
  return { ok: false, diagnostics };
}
