import { csvRecordsOf, separatorProblem } from "../../text/index.ts";
import { plural } from "../../text/presentation/index.ts";
import { codeFrame } from "../diagnostics/code-frame.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type DataRow, firstFew, type TableRead } from "./table.ts";

/** Parses a CSV file whose first line names the columns. */
export function csvTable(text: string, file: string): TableRead {
  const problem = (line: number, message: string): Diagnostic => ({
    severity: "error",
    file,
    line,
    column: 1,
    message,
    frame: codeFrame(text, line, 1, Number.POSITIVE_INFINITY),
  });
  if (/\r/.test(text) && !text.includes("\n"))
    return {
      ok: false,
      diagnostics: [problem(1, "has old line endings (carriage returns alone); save it with modern ones")],
    };
  const problems: (() => Diagnostic)[] = [];
  const rows: DataRow[] = [];
  let columns: string[] | undefined;
  for (const record of csvRecordsOf(text)) {
    const { line, cells } = record;
    if (columns === undefined) {
      columns = cells.map((name) => name.trim());
      const wrong = "problem" in record ? record.problem : problemOfHeader(columns);
      if (wrong !== undefined) return { ok: false, diagnostics: [problem(line, wrong)] };
    } else if ("problem" in record) problems.push(() => problem(line, record.problem));
    else if (cells.length !== columns.length) {
      const message = `expected ${plural(columns.length, "cell")} as in the header, found ${cells.length}`;
      problems.push(() => problem(line, message));
    } else rows.push({ cells, place: `${file}:${line}` });
  }
  if (columns === undefined)
    return { ok: false, diagnostics: [problem(1, "is empty; expected a first line that names the columns")] };
  if (rows.length === 0 && problems.length === 0)
    return { ok: false, diagnostics: [problem(1, "has no rows; only the names of its columns")] };
  if (problems.length > 0) return { ok: false, diagnostics: firstFew(problems, file) };
  return { ok: true, table: { file, columns, rows, isTyped: false } };
}

function problemOfHeader(columns: readonly string[]): string | undefined {
  const separator = separatorProblem(columns);
  if (separator !== null) return separator;
  const nameless = columns.indexOf("");
  if (nameless >= 0) return `column ${nameless + 1} has no name`;
  const second = columns.findIndex((name, index) => columns.indexOf(name) < index);
  if (second < 0) return undefined;
  const name = columns[second]!;
  return `${JSON.stringify(name)} names two columns, ${columns.indexOf(name) + 1} and ${second + 1}`;
}
