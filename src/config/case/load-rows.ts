import { type OpenedDataset, openDataset } from "../dataset/open-dataset.ts";
import { ROW_SEPARATOR } from "../dataset/row-ids.ts";
import { compileRowTemplate, type FillRow } from "../dataset/row-template.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { ParsedForms } from "../parsed-forms/parsed-forms.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { openToolShelf, type ToolShelf } from "../tools/tool-shelf.ts";
import { type CaseFile, hasDataset, loadCase, resolveCase } from "./load-case.ts";
import { memoizeByName } from "./memoize-by-name.ts";
import { openMessageFiles } from "./row-messages.ts";
import { openRowProblems } from "./row-problems.ts";

/** Loads the case of a test.yaml, or one per row of its dataset. */
export function loadCaseOrRows(
  path: string,
  root: string,
  forms?: ParsedForms<TestCase>,
  shelf: ToolShelf = openToolShelf(root),
): CaseFile[] {
  const file = loadCase(path, root, forms, shelf);
  const { source } = file;
  if (source === undefined || file.loaded !== undefined || hasErrors(file.diagnostics)) return [file];
  if (!hasDataset(source.value)) return [file];
  const { opened, diagnostics } = openDataset(source, root);
  const broken = (more: Diagnostic[]): CaseFile[] => [
    { ...file, datasetCaseId: file.caseId, diagnostics: [...file.diagnostics, ...diagnostics, ...more] },
  ];
  if (opened === undefined) return broken([]);
  const template = compileRowTemplate(source, opened.table, opened.columns);
  if (!template.ok) return broken(template.diagnostics);
  const made = loadEachRow(file, { source, root, shelf }, opened, template.fill);
  if (made.status === "template_broken") return broken(made.diagnostics);
  const shared = [...file.diagnostics, ...diagnostics, ...made.shared, ...warnOfUnusedColumns(opened, source)];
  for (const row of made.rows) row.diagnostics.unshift(...shared);
  return made.rows;
}

type EachRow =
  | { status: "template_broken"; diagnostics: Diagnostic[] }
  /** `shared` concerns no single row. */
  | { status: "made"; rows: CaseFile[]; shared: Diagnostic[] };

function loadEachRow(
  file: CaseFile,
  { source, root, shelf }: { source: SourceFile; root: string; shelf: ToolShelf },
  opened: OpenedDataset,
  fill: FillRow,
): EachRow {
  const { caseId: datasetCaseId, table, columns } = opened;
  const problems = openRowProblems(source);
  const once = memoizeByName();
  const messageFiles = openMessageFiles(table, columns, source, once);
  const rows: CaseFile[] = [];
  for (const { id, row } of opened.rows) {
    const made: CaseFile = { ...file, caseId: `${datasetCaseId}${ROW_SEPARATOR}${id}`, datasetCaseId, diagnostics: [] };
    rows.push(made);
    const filled = fill(row, made.caseId);
    if (filled.status === "template_broken") return { status: "template_broken", diagnostics: filled.explain() };
    if (filled.status === "row_broken") {
      problems.addBroken(made, row, filled.explain);
      continue;
    }
    made.tags = filled.value.tags;
    resolveCase(filled.value, source, root, made, shelf, { once, readFile: messageFiles(row) });
    problems.add(made, row, [...filled.warnings, ...made.diagnostics.splice(0)]);
    if (made.loaded !== undefined) made.loaded.row = { datasetCaseId, rowId: id, place: row.place };
  }
  return { status: "made", rows, shared: problems.settle(rows.length) };
}

/** Warns of unused columns: a placeholder is missing or uses an older name. */
function warnOfUnusedColumns({ columns, table }: OpenedDataset, source: SourceFile): Diagnostic[] {
  const unused = columns.unused();
  if (unused.length === 0) return [];
  const names = unused.map((name) => JSON.stringify(name)).join(", ");
  const message = `nothing uses ${unused.length === 1 ? "the column" : "the columns"} ${names} of ${table.file}`;
  return [complainAbout(source, { severity: "warning", path: ["dataset"], at: "key", message })];
}
