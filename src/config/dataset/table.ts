import type { Diagnostic } from "../diagnostics/diagnostic.ts";

export interface DataTable {
  /** Path to show. */
  file: string;
  columns: readonly string[];
  rows: readonly DataRow[];
  /** False for CSV, where every cell is text. */
  isTyped: boolean;
}

export interface DataRow {
  /** By column index; `undefined` where the row has none. */
  cells: readonly unknown[];
  /** Position to show: `rows.csv:3`, or `rows.json, row 3` where lines are no help. */
  place: string;
}

export type TableRead = { ok: true; table: DataTable } | { ok: false; diagnostics: Diagnostic[] };

/** More of the same would not help. */
const MOST_PROBLEMS = 10;

/** Returns the first problems and the number of others, since locating each takes time. */
export function firstFew(problems: readonly (() => Diagnostic)[], file: string): Diagnostic[] {
  const told = problems.slice(0, MOST_PROBLEMS).map((explain) => explain());
  const rest = problems.length - told.length;
  if (rest === 0) return told;
  return [...told, { severity: "error", file, message: `${rest} more ${rest === 1 ? "row is" : "rows are"} wrong` }];
}
