/** Offsets into a text, excluding the end. */
export type Span = readonly [start: number, end: number];

const LINES_BEFORE = 2;
const LINES_AFTER = 1;
const WIDEST_LINE = 160;

/** Shows the lines around a position, underlining it and numbering lines as editors do. */
export function codeFrame(text: string, line: number, column: number, length: number): string {
  const lines = linesAround(text, line);
  const gutter = String(line + LINES_AFTER).length;
  return lines
    .flatMap(({ number, content }) => {
      const marked = number === line;
      // Minified files have very long lines, so show the part around the column.
      const from = marked && column > WIDEST_LINE - 20 ? column - 40 : 0;
      const visible = content.slice(from, from + WIDEST_LINE);
      const rows = [`${marked ? ">" : " "} ${String(number).padStart(gutter)} | ${printable(visible)}`.trimEnd()];
      if (marked) {
        const start = column - 1 - from;
        const width = Math.max(1, Math.min(length, visible.length - start));
        rows.push(`  ${" ".repeat(gutter)} | ${" ".repeat(start)}${"^".repeat(width)}`);
      }
      return rows;
    })
    .join("\n");
}

function linesAround(text: string, line: number): { number: number; content: string }[] {
  const first = Math.max(1, line - LINES_BEFORE);
  const last = line + LINES_AFTER;
  const found: { number: number; content: string }[] = [];
  let start = 0;
  for (let number = 1; number <= last; number++) {
    const end = text.indexOf("\n", start);
    if (number >= first) found.push({ number, content: text.slice(start, end < 0 ? undefined : end) });
    if (end < 0) break;
    start = end + 1;
  }
  // Readers do not count the empty line after the last line break.
  if (found.length > 1 && found.at(-1)!.content === "" && found.at(-1)!.number > line) found.pop();
  return found;
}

/** Replaces tabs with a space and control characters with a dot, keeping one column per character. */
function printable(line: string): string {
  return line
    .replace(/\r$/, "")
    .replace(/\t/g, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g, "·");
}
