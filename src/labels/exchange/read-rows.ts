import { labelLine, readJsonLine } from "../../config/index.ts";
import { LABEL_FORMAT, type LabelRecord } from "../../records/index.ts";
import { csvRecordsOf, isRecord, readJsonText, separatorProblem } from "../../text/index.ts";
import { plural } from "../../text/presentation/index.ts";
import { LABEL_COLUMNS, type LabelColumn, type LabelRow } from "./label-columns.ts";

/** Line of an imported file: an exported record, a label's fields, or an unusable line. */
export type ReadRow = { line: number } & ({ record: LabelRecord } | { row: LabelRow } | { problem: string });

/** Reads a table (CSV) or JSON Lines. Unusable lines do not affect others. */
export function readRows(text: string, format: "csv" | "jsonl"): ReadRow[] {
  return format === "csv" ? readTable(text) : readLines(text);
}

function readTable(text: string): ReadRow[] {
  const [header, ...records] = [...csvRecordsOf(text)];
  if (header === undefined) return [{ line: 1, problem: "the file is empty; its first line names the columns" }];
  const names = header.cells.map((cell) => cell.trim());
  const separator = separatorProblem(names);
  if (separator !== null) return [{ line: header.line, problem: separator }];
  const unknown = names.filter((name) => !isColumn(name));
  if (unknown.length > 0) return [{ line: header.line, problem: unknownFields(unknown) }];
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return [{ line: header.line, problem: refuseRepeated(twice) }];
  return records.map((record): ReadRow => {
    const { line, cells } = record;
    if ("problem" in record) return { line, problem: record.problem };
    if (cells.length !== names.length)
      return { line, problem: `expected ${plural(names.length, "cell")} as in the first line, found ${cells.length}` };
    return { line, row: rowOf(names.map((name, index) => [name, cells[index]!])) };
  });
}

function readLines(text: string): ReadRow[] {
  return text.split("\n").flatMap((written, index): ReadRow[] => {
    const line = index + 1;
    if (written.trim() === "") return [];
    const read = readJsonText(written);
    if (!read.ok) return [{ line, problem: `the line ${read.reason} (column ${read.column})` }];
    if (!isRecord(read.value)) return [{ line, problem: "expected an object" }];
    if (read.value.format === LABEL_FORMAT) return [recordOf(written, line)];
    const unknown = Object.keys(read.value).filter((name) => !isColumn(name));
    if (unknown.length > 0) return [{ line, problem: unknownFields(unknown) }];
    const [twice] = read.duplicate_keys;
    if (twice !== undefined) return [{ line, problem: refuseRepeated(twice) }];
    const nested = Object.entries(read.value).find(([, value]) => typeof value === "object" && value !== null);
    if (nested) return [{ line, problem: `${nested[0]}: expected a text, a number, true or false` }];
    const fields = Object.entries(read.value).filter(([, value]) => value !== null);
    return [{ line, row: rowOf(fields.map(([name, value]) => [name, String(value)])) }];
  });
}

function recordOf(written: string, line: number): ReadRow {
  const read = readJsonLine(written, labelLine, { file: "", line });
  if (!read.ok) {
    const { field, message } = read.diagnostics[0]!;
    return { line, problem: field === undefined ? message : `${field}: ${message}` };
  }
  return "value" in read.value
    ? { line, record: read.value }
    : { line, problem: "takes a label back, which only its own file can do" };
}

function rowOf(cells: readonly (readonly [string, string])[]): LabelRow {
  return Object.fromEntries(cells.filter(([, cell]) => cell.trim() !== "")) as LabelRow;
}

function isColumn(name: string): name is LabelColumn {
  return (LABEL_COLUMNS as readonly string[]).includes(name);
}

/** Refuses repeated names, since the last value would silently win. */
function refuseRepeated(name: string): string {
  return `"${name}" appears twice; which one is meant?`;
}

function unknownFields(names: readonly string[]): string {
  return `${names.map((name) => `"${name}"`).join(", ")}: not known; a label has ${LABEL_COLUMNS.join(", ")}`;
}
