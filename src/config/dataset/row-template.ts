import type { z } from "zod";
import type { Diagnostic, FieldPath } from "../diagnostics/diagnostic.ts";
import { explainIssues } from "../file/explain-issue.ts";
import { findNearMisses } from "../file/near-misses.ts";
import { type TestCase, testCase } from "../schema/case/test-case.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { withAcceptedKinds } from "./accepted-kinds.ts";
import { type AffectedPart, affectedParts, type PartTree, partTree, withParts } from "./affected-parts.ts";
import type { Columns } from "./columns.ts";
import type { DataRow, DataTable } from "./table.ts";
import { type CellProblem, compileTemplate, fillPlaceholders, type Template } from "./template.ts";

/** Result of filling a case; `template_broken` means that no row can be valid. */
type FilledCase =
  | { status: "filled"; value: TestCase; warnings: Diagnostic[] }
  | { status: "row_broken"; explain(): Diagnostic[] }
  | { status: "template_broken"; explain(): Diagnostic[] };

export type FillRow = (row: DataRow, caseId: string) => FilledCase;

/**
 * Makes cases from the rows of a table. The first valid row is checked against the whole schema, and later ones only where their cells
 * change something: equally strict, as the rest is the same.
 */
export function compileRowTemplate(
  source: SourceFile,
  table: DataTable,
  columns: Columns,
): { ok: true; fill: FillRow } | { ok: false; diagnostics: Diagnostic[] } {
  const { dataset: _, ...fields } = source.value as Record<string, unknown>;
  const diagnostics: Diagnostic[] = [];
  const compiled = compileTemplate(fields, {
    numberOf: columns.numberOf,
    complain(path, problem, written) {
      const words =
        problem === "in a key" ? { at: "key" as const, message: IN_A_KEY } : unknownColumn(columns, written);
      diagnostics.push(complainAbout(source, { path, ...words }));
    },
  });
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const template = withAcceptedKinds(compiled, testCase);
  const parts = affectedParts(template, testCase);
  const tree = partTree(parts);
  let known: TestCase | undefined;
  const fill: FillRow = (row, caseId) => {
    const problems: CellProblem[] = [];
    const explain = (issues: readonly Issue[]) => () => explainRow(issues, problems, { source, template, row, table });
    if (known !== undefined) {
      const filled = fillParts(known, parts, tree, row, table, problems);
      return filled.ok && problems.length === 0
        ? { status: "filled", value: named(filled.value, caseId), warnings: [] }
        : { status: "row_broken", explain: explain(filled.ok ? [] : filled.issues) };
    }
    const value = fillPlaceholders(template, row, table.isTyped, problems);
    const parsed = testCase.safeParse(value);
    if (parsed.success && problems.length === 0) {
      known = parsed.data;
      const warnings = findNearMisses({ ...source, value }, testCase);
      return { status: "filled", value: named({ ...known }, caseId), warnings };
    }
    const issues = parsed.error?.issues ?? [];
    const outside = issues.filter(({ path }) => !parts.some((part) => startsWith(path, part.path)));
    return outside.length > 0
      ? { status: "template_broken", explain: () => explainIssues({ ...source, value }, testCase, outside) }
      : { status: "row_broken", explain: explain(issues) };
  };
  return { ok: true, fill };
}

const IN_A_KEY = "placeholders are filled in values, not in the names of fields";

/** Explains a placeholder that names no column. */
export function unknownColumn(columns: Columns, name: string): { message: string; suggestion?: string } {
  const { message, suggestion } = columns.unknown(name);
  return {
    message: `{{${name}}}: ${message}. To send the braces themselves, write {{{{${name}}}}}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

type Issue = z.core.$ZodIssue;

function fillParts(
  known: TestCase,
  parts: readonly AffectedPart[],
  tree: PartTree,
  row: DataRow,
  { isTyped }: DataTable,
  problems: CellProblem[],
): { ok: true; value: TestCase } | { ok: false; issues: Issue[] } {
  const values: unknown[] = [];
  const issues: Issue[] = [];
  for (const { path, schema, template } of parts) {
    const parsed = schema.safeParse(fillPlaceholders(template, row, isTyped, problems, path));
    if (parsed.success) values.push(parsed.data);
    else issues.push(...parsed.error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
  }
  return issues.length === 0 ? { ok: true, value: withParts(known, tree, values) } : { ok: false, issues };
}

/** Modifies the copy, which is not shared yet. */
function named(copy: TestCase, caseId: string): TestCase {
  copy.case_id = caseId;
  return copy;
}

/** Explains schema issues, naming a missing cell as their cause. */
function explainRow(
  issues: readonly Issue[],
  problems: readonly CellProblem[],
  { source, template, row, table }: { source: SourceFile; template: Template; row: DataRow; table: DataTable },
): Diagnostic[] {
  const value = fillPlaceholders(template, row, table.isTyped, []);
  const others = issues.filter(({ path }) => !problems.some((problem) => startsWith(problem.path, path)));
  return [
    ...problems.map((problem) => complainAbout(source, problem)),
    ...explainIssues({ ...source, value }, testCase, others),
  ];
}

function startsWith(path: readonly PropertyKey[], beginning: FieldPath | readonly PropertyKey[]): boolean {
  return beginning.every((key, index) => path[index] === key);
}
