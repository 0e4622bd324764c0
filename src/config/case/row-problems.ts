import type { DataRow } from "../dataset/table.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import type { CaseFile } from "./load-case.ts";

/** Collects problems of dataset rows, so that a mistake in all of them is reported once. */
export interface RowProblems {
  /** Adds problems found while making the row's case. */
  add(made: CaseFile, row: DataRow, problems: readonly Diagnostic[]): void;
  /** Adds a row that makes no case; `explain` is called only if its problems are shown. */
  addBroken(made: CaseFile, row: DataRow, explain: () => Diagnostic[]): void;
  /** Assigns the problems to their rows; returns those that concern no single row. */
  settle(rowCount: number): Diagnostic[];
}

/** Further broken rows are only counted. */
const MOST_BROKEN_ROWS = 10;

export function openRowProblems(source: SourceFile): RowProblems {
  const seen = new Map<string, { problem: Diagnostic; count: number }>();
  const broken: { made: CaseFile; row: DataRow; errors: Diagnostic[] | (() => Diagnostic[]) }[] = [];
  return {
    add(made, row, problems) {
      const errors: Diagnostic[] = [];
      for (const problem of problems) {
        const key = `${problem.field ?? ""} ${problem.message}`;
        const known = seen.get(key) ?? { problem, count: 0 };
        known.count += 1;
        seen.set(key, known);
        if (problem.severity === "error") errors.push(known.problem);
      }
      if (errors.length > 0) broken.push({ made, row, errors });
    },
    addBroken(made, row, explain) {
      broken.push({ made, row, errors: explain });
    },
    settle(rowCount) {
      const shared = [...seen.values()]
        .filter(({ problem, count }) => problem.severity === "warning" || (count === rowCount && rowCount > 1))
        .map(({ problem }) => problem);
      const ofRows = broken.flatMap(({ errors, ...rest }) => {
        if (typeof errors === "function") return [{ ...rest, explain: errors }];
        const own = errors.filter((problem) => !shared.includes(problem));
        return own.length === 0 ? [] : [{ ...rest, explain: () => own }];
      });
      for (const { made, row, explain } of ofRows.slice(0, MOST_BROKEN_ROWS))
        made.diagnostics.push(...explain().map((problem) => inRow(problem, row)));
      const others = ofRows.slice(MOST_BROKEN_ROWS);
      if (others.length > 0) {
        const more = complainAbout(source, { path: ["dataset"], at: "key", message: moreRows(others.length) });
        for (const { made } of others) made.diagnostics.push(more);
      }
      return shared;
    },
  };
}

/** Points to the case but names the row, since the cause is mostly in the data. */
function inRow(problem: Diagnostic, { place }: DataRow): Diagnostic {
  return { ...problem, message: `${problem.message} (in ${place})` };
}

function moreRows(count: number): string {
  return count === 1 ? "one more row does not make a valid case" : `${count} more rows do not make valid cases`;
}
