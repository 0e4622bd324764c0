import { displayWidth } from "./display-width.ts";
import { fitTable } from "./fit-table.ts";
import type { Layout } from "./tones.ts";
import { visibleLine } from "./visible-text.ts";
import { wrapLine } from "./wrap-lines.ts";

/** A table cell: a figure, a foreign text, or one that is painted after escaping. */
export type Cell = string | number | { text: string; paint: (text: string) => string };

export interface TableLayout extends Layout {
  /** The number of columns that identify a row; they are repeated where a table is divided. */
  keys?: number;
  /** The last column holds sentences, which are left-aligned however short. */
  lastIsText?: boolean;
}

/**
 * A table separated by spaces alone, which can be pasted anywhere: names in the first column, figures in the others. If it is
 * wider than the terminal, it is set closer, long texts wrap, and as a last resort its columns are divided into several tables.
 */
export function bareTable(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  { width, keys = 1, lastIsText = false }: TableLayout = {},
): string {
  const table = [head, ...rows].map((row) => row.map(write));
  const widths = widthsOf(table);
  const whole = widths.reduce((sum, columns) => sum + columns + 3, -1);
  // Trailing space at the end of a row is invisible.
  if (width !== undefined && whole - 1 > width) return fitTable(table, width, { keys, lastIsText });
  return table
    .map((row) => {
      const cells = row.map(({ text, paint }, column) => {
        const space = " ".repeat(widths[column]! - displayWidth(text));
        const isFromLeft = column === 0 || (lastIsText && column === head.length - 1);
        return isFromLeft ? ` ${paint(text)}${space} ` : ` ${space}${paint(text)} `;
      });
      return width === undefined ? cells.join(" ") : cells.join(" ").trimEnd();
    })
    .join("\n");
}

/** Below this width the last column gets a line of its own. */
const LEAST_FOR_THE_LAST = 24;

/** Rows as aligned columns without a head; the last column is not padded, and wraps at the terminal's width. */
export function columns(rows: readonly (readonly Cell[])[], indent = "", { width }: Layout = {}): string {
  const table = rows.map((row) => row.map(write));
  const widths = widthsOf(table);
  return table
    .map((row) => {
      const before = row
        .slice(0, -1)
        .map(({ text, paint }, column) => paint(text) + " ".repeat(widths[column]! - displayWidth(text)))
        .join("  ");
      const last = row.at(-1);
      if (last === undefined) return indent;
      const start = `${indent}${before}${before === "" ? "" : "  "}`;
      const from = displayWidth(start);
      if (width === undefined || from + displayWidth(last.text) <= width)
        return `${start}${last.paint(last.text)}`.trimEnd();
      const isBelow = width - from < LEAST_FOR_THE_LAST;
      const hanging = isBelow ? `${indent}    ` : " ".repeat(from);
      const lines = wrapLine(last.text, width - hanging.length, "").map(last.paint);
      return isBelow
        ? [start.trimEnd(), ...lines.map((line) => hanging + line)].join("\n")
        : start + lines.join(`\n${hanging}`);
    })
    .join("\n");
}

function write(cell: Cell): WrittenCell {
  if (typeof cell === "object") return { text: visibleLine(cell.text), paint: cell.paint };
  return { text: visibleLine(String(cell)), paint: unpainted };
}

/** An escaped cell and its paint: a text is measured and wrapped without its colours. */
export interface WrittenCell {
  text: string;
  paint: (text: string) => string;
}

function unpainted(text: string): string {
  return text;
}

/** A column without any text is still one wide. */
function widthsOf(table: readonly (readonly WrittenCell[])[]): number[] {
  const widths: number[] = [];
  for (const row of table)
    for (const [column, { text }] of row.entries()) widths[column] = Math.max(widths[column] ?? 1, displayWidth(text));
  return widths;
}
