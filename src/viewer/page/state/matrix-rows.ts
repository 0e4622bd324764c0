import type { CampaignPage } from "../../wire/index.ts";

export const ORDERS = { case: "by name", difference: "largest difference", lowest: "lowest mean" } as const;
export type RowOrder = keyof typeof ORDERS;

/** One case: for each subject the positions of its trials. */
export interface MatrixRow {
  case: number;
  cells: number[][];
  mean: number | null;
  /** Between the highest and the lowest mean of a subject. */
  difference: number;
}

/** The rows that have a trial to be shown, in the order that is asked for. */
export function matrixRows(page: CampaignPage, shown: Uint8Array, order: RowOrder): MatrixRow[] {
  const { trials, subjects, case_ids } = page;
  const rows: (MatrixRow | undefined)[] = new Array(case_ids.length);
  for (let at = 0; at < trials.case.length; at++) {
    const number = trials.case[at]!;
    rows[number] ??= { case: number, cells: subjects.map(() => []), mean: null, difference: 0 };
    rows[number].cells[trials.subject[at]!]!.push(at);
  }
  const visible = rows.filter((row) => row?.cells.some((cell) => cell.some((at) => shown[at] === 1))) as MatrixRow[];
  if (order === "case") return visible;
  for (const row of visible) measure(row, trials.score);
  if (order === "difference") return visible.sort((one, other) => other.difference - one.difference);
  return visible.sort((one, other) => (one.mean ?? 11) - (other.mean ?? 11));
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
