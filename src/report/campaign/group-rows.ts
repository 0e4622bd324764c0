import type { CaseEntry, TrialResult } from "../../records/index.ts";
import { plural } from "../../text/presentation/index.ts";

/** Groups trials by their case's name in tables: all rows of a dataset are one line, `refund (200 rows)`. */
export function groupRows(cases: readonly CaseEntry[], trials: readonly TrialResult[]): Map<string, TrialResult[]> {
  const rowCounts = new Map<string, number>();
  for (const { dataset_case_id: id } of cases) if (id !== undefined) rowCounts.set(id, (rowCounts.get(id) ?? 0) + 1);
  const groups = new Map<string, TrialResult[]>();
  const groupOf = new Map<string, TrialResult[]>();
  for (const { case_id, dataset_case_id } of cases) {
    const rows = dataset_case_id === undefined ? 1 : rowCounts.get(dataset_case_id)!;
    const name = rows === 1 ? case_id : `${dataset_case_id} (${plural(rows, "row")})`;
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    groupOf.set(case_id, group);
  }
  for (const trial of trials) groupOf.get(trial.case_id)?.push(trial);
  return groups;
}
