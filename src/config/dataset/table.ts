import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** Rows of data as they were read. */
export interface DataTable {
  /** Where they stand, as shown to the user. */
  file: string;
  columns: readonly string[];
  rows: readonly DataRow[];
  /** Whether cells have the type they were written with; in CSV everything is text. */
  isTyped: boolean;
}

export interface DataRow {
  /** By the number of the column; `undefined` where the row has none. */
  cells: readonly unknown[];
  /** For people: `rows.csv:3`, or `rows.json, row 3` where lines say nothing. */
  place: string;
}

export type TableRead = { ok: true; table: DataTable } | { ok: false; diagnostics: Diagnostic[] };

/** Beyond this, more of the same helps nobody. */
export const MOST_PROBLEMS = 10;

/** The first problems of many, and how many more there are. */
export function firstFew(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const rest = diagnostics.length - MOST_PROBLEMS;
  if (rest <= 0) return [...diagnostics];
  const { file } = diagnostics[0]!;
  const more: Diagnostic = {
    severity: "error",
    file,
    message: `${rest} more ${rest === 1 ? "row is" : "rows are"} wrong`,
  };
  return [...diagnostics.slice(0, MOST_PROBLEMS), more];
}
