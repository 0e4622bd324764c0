import type { FieldPath } from "../diagnostics/diagnostic.ts";
import { type TextPart, textParts } from "./placeholders.ts";
import type { DataRow } from "./table.ts";
import { type AcceptedKinds, asKindOf, asText, keepsItsDigits } from "./typed-value.ts";

/** Value with placeholders, parsed once so that filling it is fast. */
export type Template =
  | { kind: "fixed"; value: unknown }
  | { kind: "text"; parts: readonly FilledPart[] }
  | { kind: "whole"; column: number; name: string; accepted: AcceptedKinds }
  | { kind: "branch"; value: object; children: ReadonlyMap<string | number, Template> };

type FilledPart = string | { column: number; name: string };

export interface TemplateColumns {
  /** Returns a column's index and marks it as used. */
  numberOf(name: string): number | undefined;
  /** Called for a placeholder that names no column or is inside a key. */
  complain(path: FieldPath, problem: "unknown column" | "in a key", written: string): void;
}

/** Finds all placeholders in a value's strings, at any depth. */
export function compileTemplate(value: unknown, columns: TemplateColumns, path: FieldPath = []): Template {
  if (typeof value === "string") return compileText(textParts(value), columns, path);
  if (typeof value !== "object" || value === null) return { kind: "fixed", value };
  const children = new Map<string | number, Template>();
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  for (const [name, inner] of Object.entries(value)) {
    const key = Array.isArray(value) ? Number(name) : name;
    const place = [...path, key];
    if (typeof key === "string" && textParts(key).some((part) => "column" in part))
      columns.complain(place, "in a key", key);
    const template = compileTemplate(inner, columns, place);
    if (template.kind === "fixed") (copy as Record<string | number, unknown>)[key] = template.value;
    else children.set(key, template);
  }
  return children.size === 0 ? { kind: "fixed", value: copy } : { kind: "branch", value: copy, children };
}

function compileText(parts: readonly TextPart[], columns: TemplateColumns, path: FieldPath): Template {
  const filled = parts.map((part): FilledPart => {
    if ("literal" in part) return part.literal;
    const column = columns.numberOf(part.column);
    if (column === undefined) columns.complain(path, "unknown column", part.column);
    return { column: column ?? -1, name: part.column };
  });
  const [only = ""] = filled;
  if (filled.length > 1) return { kind: "text", parts: filled };
  return typeof only === "string" ? { kind: "fixed", value: only } : { kind: "whole", ...only, accepted: "anything" };
}

/** Problem of a cell that cannot be filled in. */
export type CellProblem = { path: FieldPath; message: string };

/** Fills in a row's cells. Braces inside of cells are literal. */
export function fillPlaceholders(
  template: Template,
  row: DataRow,
  isTyped: boolean,
  problems: CellProblem[],
  path: FieldPath = [],
): unknown {
  const cellAt = ({ column, name }: { column: number; name: string }): unknown => {
    const cell = row.cells[column];
    const problem = problemOfCell(cell);
    if (problem !== undefined) problems.push({ path, message: `{{${name}}} ${problem}` });
    return cell;
  };
  switch (template.kind) {
    case "fixed":
      return template.value;
    case "whole":
      return asKindOf(template.accepted, cellAt(template), isTyped);
    case "text":
      return template.parts.map((part) => (typeof part === "string" ? part : asText(cellAt(part)))).join("");
    case "branch": {
      const copy = (Array.isArray(template.value) ? [...template.value] : { ...template.value }) as Record<
        string | number,
        unknown
      >;
      for (const [key, child] of template.children)
        copy[key] = fillPlaceholders(child, row, isTyped, problems, [...path, key]);
      return copy;
    }
  }
}

function problemOfCell(cell: unknown): string | undefined {
  if (cell === undefined) return "is missing in this row";
  if (cell === null) return "is null in this row";
  if (typeof cell === "number" && !keepsItsDigits(cell))
    return "is a whole number of more than 15 digits, whose last ones would be lost; put it in quotes";
  return undefined;
}
