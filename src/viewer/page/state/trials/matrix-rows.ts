import type { MatrixTable } from "../../../wire/index.ts";

export const ORDERS = {
  case: "as the suite lists them",
  difference: "largest difference",
  lowest: "lowest mean",
} as const;
export type RowOrder = keyof typeof ORDERS;

/** Case with the positions of its trials by subject. */
export interface MatrixRow {
  case: number;
  cells: number[][];
  mean: number | null;
  /** Distance between the highest and lowest mean of its subjects. */
  difference: number;
}

/** Returns rows with a visible trial, in the chosen order. */
export function matrixRows(table: MatrixTable, shown: Uint8Array, order: RowOrder): MatrixRow[] {
  const visible = rowsOf(table).filter(({ cells }) => cells.some((cell) => cell.some((at) => shown[at] === 1)));
  if (order === "case") return visible;
  if (order === "difference") return visible.sort((one, other) => other.difference - one.difference);
  return visible.sort((one, other) => (one.mean ?? 11) - (other.mean ?? 11));
}

/** Rows are cached, since filters change with every key and rows do not. */
const known = new WeakMap<MatrixTable, MatrixRow[]>();

function rowsOf(table: MatrixTable): MatrixRow[] {
  const before = known.get(table);
  if (before) return before;
  const { trials, subjects, case_ids } = table;
  const byCase: MatrixRow[] = new Array(case_ids.length);
  for (let at = 0; at < trials.case.length; at++) {
    const number = trials.case[at]!;
    byCase[number] ??= { case: number, cells: subjects.map(() => []), mean: null, difference: 0 };
    byCase[number].cells[trials.subject[at]!]!.push(at);
  }
  // A case without stored trials has no row.
  const rows = byCase.filter(Boolean);
  for (const row of rows) measure(row, trials.score);
  known.set(table, rows);
  return rows;
}

function measure(row: MatrixRow, scores: (number | null)[]): void {
  const means = row.cells.flatMap((cell) => {
    const known = cell.flatMap((at) => scores[at] ?? []);
    return known.length === 0 ? [] : [known.reduce((sum, score) => sum + score, 0) / known.length];
  });
  if (means.length === 0) return;
  row.mean = means.reduce((sum, mean) => sum + mean, 0) / means.length;
  row.difference = Math.max(...means) - Math.min(...means);
}
