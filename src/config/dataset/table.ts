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
const MOST_PROBLEMS = 10;

/** The first problems of many in words, and how many more there are. To find the place of each would take its time. */
export function firstFew(problems: readonly (() => Diagnostic)[], file: string): Diagnostic[] {
  const told = problems.slice(0, MOST_PROBLEMS).map((explain) => explain());
  const rest = problems.length - told.length;
  if (rest === 0) return told;
  return [...told, { severity: "error", file, message: `${rest} more ${rest === 1 ? "row is" : "rows are"} wrong` }];
}
