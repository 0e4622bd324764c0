import { plural } from "../../text/presentation/index.ts";

/** Case in a list. */
export interface FoldableCase {
  case_id: string;
  /** For a dataset row, its case's id. */
  dataset_case_id?: string;
}

/** Cases on one line: rows of a dataset with equal descriptions. */
export interface FoldedCases<Case> {
  name: string;
  cases: Case[];
}

/** Folds neighbouring rows of a dataset, which could otherwise be thousands of equal lines. */
export function foldRows<Case extends FoldableCase>(
  cases: readonly Case[],
  isSameLine: (one: Case, other: Case) => boolean,
): FoldedCases<Case>[] {
  const folded: FoldedCases<Case>[] = [];
  for (const next of cases) {
    const last = folded.at(-1);
    const neighbour = last?.cases[0];
    const isOfSameDataset = next.dataset_case_id !== undefined && neighbour?.dataset_case_id === next.dataset_case_id;
    if (last !== undefined && isOfSameDataset && isSameLine(neighbour, next)) last.cases.push(next);
    else folded.push({ name: next.case_id, cases: [next] });
  }
  for (const group of folded)
    if (group.cases.length > 1)
      group.name = `${group.cases[0]!.dataset_case_id} (${plural(group.cases.length, "row")})`;
  return folded;
}
