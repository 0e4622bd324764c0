import { displayWidth } from "./display-width.ts";
import type { WrittenCell } from "./tables.ts";
import { wrapLine } from "./wrap-lines.ts";

/** Longest text with spaces that counts as a figure; longer ones are prose and may wrap. */
const LONGEST_FIGURE = 22;
/** Names are not squeezed below this. */
const NARROWEST_NAME = 12;
const NARROWEST_TEXT = 20;
const NARROWEST_WORD = 6;
const BETWEEN = "  ";

/**
 * Fits a table into `width` columns. Wraps texts as far as possible; columns that still do not fit continue below, under the same
 * names. No figure is broken or omitted.
 *
 * @param table the head first
 * @param keys the number of columns that identify a row
 */
export function fitTable(
  table: readonly (readonly WrittenCell[])[],
  width: number,
  { keys, lastIsText }: { keys: number; lastIsText: boolean },
): string {
  const count = table.reduce((most, row) => Math.max(most, row.length), 0);
  const narrow = Array.from({ length: count }, (_, column) => {
    const shape = shapeOf(table, column, keys);
    return lastIsText && column === count - 1 ? { ...shape, isText: true } : shape;
  });
  // Breaks names only if that keeps the table in fewer pieces.
  const wide = narrow.map((shape, column) => (column < keys ? { ...shape, least: shape.wanted } : shape));
  const shapes = blocksOf(wide, width, keys).length > blocksOf(narrow, width, keys).length ? narrow : wide;
  return blocksOf(shapes, width, keys)
    .map((block) => setBlock(table, block, widthsIn(block, shapes, width), shapes))
    .join("\n\n");
}

/** A column's preferred and minimum width. */
interface Shape {
  wanted: number;
  least: number;
  /** Texts are left-aligned, figures right-aligned. */
  isText: boolean;
}

function shapeOf(table: readonly (readonly WrittenCell[])[], column: number, keys: number): Shape {
  const [head, ...body] = table.map((row) => row[column]?.text ?? "");
  const widest = widestOf(body);
  const isKey = column < keys;
  const isText = isKey || body.some((text) => text.includes(" ") && displayWidth(text) > LONGEST_FIGURE);
  const ofHead = longestWord(head!);
  const wanted = Math.max(widest, displayWidth(head!));
  if (isKey) return { wanted, least: Math.min(wanted, Math.max(NARROWEST_NAME, ofHead)), isText };
  return { wanted, least: Math.max(ofHead, isText ? Math.min(widest, NARROWEST_TEXT) : widest), isText };
}

function longestWord(text: string): number {
  return widestOf(text.split(/ +(?![%±])/));
}

function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, displayWidth(text)), 1);
}

/** Groups columns into blocks; every block repeats the keys. */
function blocksOf(shapes: readonly Shape[], width: number, keys: number): number[][] {
  const own = [...shapes.keys()].slice(0, keys);
  const needed = (columns: readonly number[]) =>
    columns.reduce((sum, column) => sum + shapes[column]!.least + BETWEEN.length, 1 - BETWEEN.length);
  const blocks: number[][] = [];
  let block = [...own];
  for (let column = keys; column < shapes.length; column += 1) {
    if (block.length > own.length && needed([...block, column]) > width) {
      blocks.push(block);
      block = [...own];
    }
    block.push(column);
  }
  return [...blocks, block];
}

/** Gives every column its minimum, and the rest to the columns that lack most. */
function widthsIn(block: readonly number[], shapes: readonly Shape[], width: number): number[] {
  const widths = block.map((column) => shapes[column]!.least);
  let left = width - 1 - BETWEEN.length * (block.length - 1) - widths.reduce((sum, one) => sum + one, 0);
  while (left > 0) {
    const missing = block.map((column, at) => shapes[column]!.wanted - widths[at]!);
    const most = Math.max(...missing);
    if (most <= 0) break;
    widths[missing.indexOf(most)]! += 1;
    left -= 1;
  }
  // In a window of thirty columns, words are broken instead of lines.
  while (left < 0) {
    const texts = block.map((column, at) => (shapes[column]!.isText ? widths[at]! : 0));
    const widest = Math.max(...texts);
    if (widest <= NARROWEST_WORD) break;
    widths[texts.indexOf(widest)]! -= 1;
    left += 1;
  }
  return widths;
}

function setBlock(
  table: readonly (readonly WrittenCell[])[],
  block: readonly number[],
  widths: readonly number[],
  shapes: readonly Shape[],
): string {
  return table
    .flatMap((row, number) => {
      const cells = block.map((column, at) => wrapLine(row[column]?.text ?? "", widths[at]!, ""));
      const height = Math.max(...cells.map((lines) => lines.length));
      return Array.from({ length: height }, (_, line) => {
        const written = block.map((column, at) => {
          const lines = cells[at]!;
          // A short title is placed right above its figures.
          const text = lines[number === 0 ? line - (height - lines.length) : line] ?? "";
          const space = " ".repeat(Math.max(0, widths[at]! - displayWidth(text)));
          const painted = text === "" ? "" : row[column]!.paint(text);
          return shapes[column]!.isText ? painted + space : space + painted;
        });
        return ` ${written.join(BETWEEN)}`.trimEnd();
      });
    })
    .join("\n");
}
