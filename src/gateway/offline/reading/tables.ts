import { escapeForPattern } from "../../../text/index.ts";
import type { Source } from "./task.ts";

/** An answer read from a table, with its source rows. */
export interface TableAnswer {
  value: string;
  rows: string[];
  source: string;
}

interface Table {
  source: string;
  header: string[];
  rows: { cells: string[]; line: string }[];
}

/**
 * Answers a question from a CSV or Markdown table: the cell at a named row and column, the row with the highest or lowest figure,
 * or the total or average of a column. Null when the question names no column of figures, or no single row.
 */
export function readTable(question: string, sources: Source[]): TableAnswer | null {
  const asked = question.toLowerCase();
  for (const table of sources.map(parseTable).filter((found) => found !== null)) {
    const named = (text: string) =>
      text !== "" && new RegExp(String.raw`(?<!\w)${escapeForPattern(text.toLowerCase())}(?!\w)`).test(asked);
    const column = table.header.findIndex((name, at) => named(name) && isNumeric(table, at));
    if (column === -1) continue;
    // A row matches when the question names one of its cells, and no other row's cell of the same column.
    const fitting = table.rows.filter(({ cells }) =>
      table.header.every((_, at) => named(cells[at] ?? "") || !table.rows.some((row) => named(row.cells[at] ?? ""))),
    );
    const figures = fitting.map(({ cells }) => figure(cells[column]));
    const lines = fitting.map(({ line }) => line);
    const found = (value: string, rows: string[]) => ({ value, rows, source: table.source });
    const extreme = /\b(?:highest|most|largest|best|biggest|top)\b/.test(asked)
      ? Math.max(...figures)
      : /\b(?:lowest|least|smallest|fewest|worst)\b/.test(asked)
        ? Math.min(...figures)
        : null;
    if (extreme !== null && fitting.length > 0) {
      const at = figures.indexOf(extreme);
      const label = table.header.findIndex((name, index) => index !== column && named(name));
      return found(fitting[at]!.cells[label === -1 ? 0 : label]!, [lines[at]!]);
    }
    const sum = figures.reduce((total, value) => total + value, 0);
    if (/\b(?:total|sum|altogether|overall)\b/.test(asked)) return found(String(Number(sum.toFixed(6))), lines);
    if (/\b(?:average|mean)\b/.test(asked)) return found(String(Number((sum / figures.length).toFixed(6))), lines);
    if (fitting.length === 1) return found(fitting[0]!.cells[column]!, lines);
  }
  return null;
}

function parseTable({ name, text }: Source): Table | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const piped = lines.filter((line) => line.trimStart().startsWith("|") && !/^[\s|:-]+$/.test(line));
  const used = piped.length > 1 ? piped : lines.filter((line) => line.includes(","));
  const split = (line: string) =>
    piped.length > 1
      ? line
          .trim()
          .replace(/^\||\|$/g, "")
          .split("|")
      : line.split(",");
  const [header, ...rows] = used.map((line) => ({ line: line.trim(), cells: split(line).map((cell) => cell.trim()) }));
  if (!header || rows.length === 0 || rows.some(({ cells }) => cells.length !== header.cells.length)) return null;
  return { source: name, header: header.cells, rows };
}

function isNumeric({ rows }: Table, column: number): boolean {
  return rows.every(({ cells }) => Number.isFinite(figure(cells[column])));
}

function figure(cell = ""): number {
  return cell === "" ? Number.NaN : Number(cell.replace(/[$€£%\s]/g, ""));
}
