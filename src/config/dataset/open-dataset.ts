import { z } from "zod";
import { isRecord } from "../../text/index.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { explainIssues } from "../file/explain-issue.ts";
import { dataset as datasetSchema } from "../schema/case/dataset.ts";
import { slug } from "../schema/fields/common.ts";
import { type Complaint, complainAbout, type SourceFile } from "../source/source-file.ts";
import { chooseRows, type NamedRow } from "./choose-rows.ts";
import { type Columns, openColumns } from "./columns.ts";
import { readDataTable } from "./read-data-table.ts";
import { LONGEST_DATASET_CASE_ID, rowIds } from "./row-ids.ts";
import type { DataTable } from "./table.ts";

/** Dataset with its rows read, named and selected. */
export interface OpenedDataset {
  /** Id of its case. */
  caseId: string;
  table: DataTable;
  columns: Columns;
  rows: NamedRow[];
}

/** Fields that must be valid before reading any row. */
const head = z.looseObject({
  case_id: slug.max(LONGEST_DATASET_CASE_ID),
  dataset: datasetSchema,
});

/** Reads a case's data and decides which rows become cases. */
export function openDataset(source: SourceFile, root: string): { opened?: OpenedDataset; diagnostics: Diagnostic[] } {
  const parsed = head.safeParse(source.value);
  if (!parsed.success) return { diagnostics: explainIssues(source, head, parsed.error.issues) };
  const { case_id: caseId, dataset } = parsed.data;
  const unsafe = keysThatAreDropped((source.value as { dataset: unknown }).dataset);
  if (unsafe.length > 0) return { diagnostics: unsafe.map((complaint) => complainAbout(source, complaint)) };
  const read = readDataTable(dataset, source, root);
  if (!read.ok) return { diagnostics: read.diagnostics };
  const { table } = read;
  const columns = openColumns(table);
  const complaints: Complaint[] = [];
  for (const name of Object.keys(dataset.filter ?? {}))
    if (columns.numberOf(name) === undefined)
      complaints.push({ path: ["dataset", "filter", name], at: "key", ...columns.unknown(name) });
  const { id_column } = dataset;
  const idColumn = id_column === undefined ? undefined : columns.numberOf(id_column);
  const idPath = ["dataset", "id_column"];
  if (id_column !== undefined && idColumn === undefined)
    complaints.push({ path: idPath, ...columns.unknown(id_column) });
  const named = rowIds(table, idColumn);
  if (!named.ok) complaints.push(...firstOf(named.problems).map((message) => ({ path: idPath, message })));
  const chosen = named.ok ? chooseRows(table, named.ids, dataset, columns.numbers) : { chosen: [], complaints: [] };
  if (complaints.length === 0) complaints.push(...chosen.complaints);
  const diagnostics = complaints.map((complaint) => complainAbout(source, complaint));
  return hasErrors(diagnostics)
    ? { diagnostics }
    : { diagnostics, opened: { caseId, table, columns, rows: chosen.chosen } };
}

const MOST_NAME_PROBLEMS = 5;

function firstOf(problems: readonly string[]): string[] {
  const rest = problems.length - MOST_NAME_PROBLEMS;
  const first = problems.slice(0, MOST_NAME_PROBLEMS);
  return rest > 0 ? [...first, `${rest} more ${rest === 1 ? "row has" : "rows have"} no name of their own`] : first;
}

/** Finds keys that a schema would drop silently, so that they would seem missing. */
function keysThatAreDropped(dataset: unknown): Complaint[] {
  const { rows, filter } = dataset as { rows?: unknown; filter?: unknown };
  const places = [
    ...(Array.isArray(rows) ? rows.map((row, index) => ({ path: ["rows", index], value: row as unknown })) : []),
    { path: ["filter"], value: filter },
  ];
  return places
    .filter(({ value }) => isRecord(value) && Object.hasOwn(value, "__proto__"))
    .map(({ path }) => ({
      path: ["dataset", ...path],
      message: "a column called `__proto__` can only be in a data file",
    }));
}
