import { displayWidth } from "./display-width.ts";
import { visibleLine } from "./visible-text.ts";

/** A cell of a table: a figure, a text that anybody may have written, or one that is painted after it was made safe. */
export type Cell = string | number | { text: string; paint: (text: string) => string };

/** Columns by spaces alone, a table that can be pasted anywhere: names in the first column, figures in the others. */
export function bareTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const table = [head, ...rows].map((row) => row.map(write));
  const widths = widthsOf(table);
  return table
    .map((row) =>
      row
        .map((text, column) => ` ${column === 0 ? padEnd(text, widths[0]!) : padStart(text, widths[column]!)} `)
        .join(" "),
    )
    .join("\n");
}

/** Rows as aligned columns without a head; the last column is not padded. */
export function columns(rows: readonly (readonly Cell[])[], indent = ""): string {
  const table = rows.map((row) => row.map(write));
  const widths = widthsOf(table);
  return table
    .map(
      (row) =>
        `${indent}${row
          .map((text, column) => padEnd(text, widths[column]!))
          .join("  ")
          .trimEnd()}`,
    )
    .join("\n");
}

function write(cell: Cell): string {
  if (typeof cell === "object") return cell.paint(visibleLine(cell.text));
  return visibleLine(String(cell));
}

/** A column without any text is still one wide. */
function widthsOf(table: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of table)
    for (const [column, text] of row.entries()) widths[column] = Math.max(widths[column] ?? 1, displayWidth(text));
  return widths;
}

function padEnd(text: string, width: number): string {
  return text + " ".repeat(width - displayWidth(text));
}

function padStart(text: string, width: number): string {
  return " ".repeat(width - displayWidth(text)) + text;
}
