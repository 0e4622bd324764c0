import { sha256 } from "../../text/index.ts";
import { findClosest } from "../diagnostics/did-you-mean.ts";
import type { Dataset, DatasetFilter } from "../schema/case/dataset.ts";
import type { Complaint } from "../source/source-file.ts";
import type { DataRow, DataTable } from "./table.ts";

export interface NamedRow {
  id: string;
  row: DataRow;
}

/** Applies `filter` and `sample`, keeping the order of the data. */
export function chooseRows(
  { rows, isTyped, file }: DataTable,
  ids: readonly string[],
  { filter = {}, sample }: Dataset,
  columnNumbers: ReadonlyMap<string, number>,
): { chosen: NamedRow[]; complaints: Complaint[] } {
  const wanted = Object.entries(filter).flatMap(([name, condition]) => {
    const column = columnNumbers.get(name);
    return column === undefined ? [] : [{ name, column, ...conditionOf(condition) }];
  });
  const named = rows.map((row, index): NamedRow => ({ id: ids[index]!, row }));
  const matching = named.filter(({ row }) =>
    wanted.every(({ column, values, isNegated }) => isAmong(row.cells[column], values, isTyped) !== isNegated),
  );
  const complaints = wanted.flatMap(({ name, column, values }) =>
    values
      .filter((value) => !rows.some(({ cells }) => isAmong(cells[column], [value], isTyped)))
      .map((value) => unmatched(name, value, column, rows)),
  );
  if (matching.length === 0)
    return {
      chosen: [],
      complaints: [
        ...complaints,
        {
          path: ["dataset", "filter"],
          message:
            rows.length === 1
              ? `leaves out the only row of ${file}`
              : `leaves none of the ${rows.length} rows of ${file}`,
        },
      ],
    };
  if (sample === undefined) return { chosen: matching, complaints };
  if (sample.count > matching.length)
    complaints.push({
      severity: "warning",
      path: ["dataset", "sample", "count"],
      message: `${matching.length === 1 ? "is more than the one row there is" : `is more than the ${matching.length} rows there are`}; all are taken`,
    });
  return { chosen: drawn(matching, sample.count, sample.seed), complaints };
}

/** Draws rows by a hash of the seed and each row's id, so that neither position nor other rows matter. */
function drawn(rows: readonly NamedRow[], count: number, seed: number): NamedRow[] {
  const lots = rows.map(({ id }, index) => ({ index, lot: sha256(`${seed} ${id}`) }));
  lots.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  const kept = new Set(lots.slice(0, count).map(({ index }) => index));
  return rows.filter((_, index) => kept.has(index));
}

type Value = string | number | boolean;

function conditionOf(condition: DatasetFilter[string]): { values: Value[]; isNegated: boolean } {
  const isNegated = typeof condition === "object" && !Array.isArray(condition);
  const given = isNegated ? condition.not : condition;
  return { values: Array.isArray(given) ? given : [given], isNegated };
}

/** Compares a cell; in CSV it is text, so a number is compared as written. */
function isAmong(cell: unknown, values: readonly Value[], isTyped: boolean): boolean {
  return values.some((value) => cell === (isTyped ? value : String(value)));
}

function unmatched(name: string, value: Value, column: number, rows: readonly DataRow[]): Complaint {
  const texts = new Set(rows.map(({ cells }) => cells[column]).filter((cell) => typeof cell === "string"));
  const close =
    typeof value === "string" ? findClosest(value, [...texts]) : texts.has(String(value)) ? String(value) : undefined;
  return {
    severity: "warning",
    path: ["dataset", "filter", name],
    message: `no row has ${JSON.stringify(value)} in this column`,
    ...(close === undefined ? {} : { suggestion: `Did you mean ${JSON.stringify(close)}?` }),
  };
}
