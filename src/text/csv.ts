export type CsvRecord = { line: number; cells: string[] } | { line: number; problem: string; cells: string[] };

/** Bounds memory: a quote that is never closed would otherwise swallow the rest of the file. */
const LONGEST_RECORD = 64 * 1024 * 1024;

/**
 * Reads CSV per RFC 4180, one record at a time: quoted cells may hold commas, line breaks and doubled quotes.
 * Line ends may be `\r\n` or `\n`; empty lines are skipped; a byte-order mark is dropped. A misplaced quote is a problem of
 * its own record and does not stop the rest.
 *
 * @param chunks the text, cut anywhere between characters
 */
export async function* csvRecords(chunks: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const scanner = new CsvScanner();
  let isFirst = true;
  for await (const chunk of chunks) {
    yield* scanner.read(isFirst && chunk.startsWith("\ufeff") ? chunk.slice(1) : chunk);
    isFirst = false;
  }
  yield* scanner.end();
}

/** Like `csvRecords`, for a text held in memory. */
export function* csvRecordsOf(text: string): Generator<CsvRecord> {
  const scanner = new CsvScanner();
  yield* scanner.read(text.startsWith("\ufeff") ? text.slice(1) : text);
  yield* scanner.end();
}

/** One line of CSV without its line end. Quotes cells only where necessary. */
export function csvLine(cells: readonly (string | number | boolean | null | undefined)[]): string {
  return cells.map((cell) => quoteCell(cell === null || cell === undefined ? "" : String(cell))).join(",");
}

function quoteCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

class CsvScanner {
  private line = 1;
  private recordLine = 1;
  private cells: string[] = [];
  private cell = "";
  private size = 0;
  private problem: string | null = null;
  private state: "start" | "plain" | "quoted" | "quote in quoted" = "start";
  /** A carriage return outside quotes. It ends the line only if a line feed follows. */
  private heldReturn = false;

  *read(chunk: string): Generator<CsvRecord> {
    let from = 0;
    const flush = (at: number) => {
      this.add(chunk.slice(from, at));
      from = at + 1;
    };
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk[at]!;
      if (character === "\n") this.line += 1;
      if (this.state === "quoted") {
        if (character !== '"') continue;
        flush(at);
        this.state = "quote in quoted";
        continue;
      }
      if (this.heldReturn && character !== "\n") this.add("\r");
      this.heldReturn = false;
      if (character === "\r") {
        flush(at);
        this.heldReturn = true;
      } else if (character === '"' && this.state === "quote in quoted") {
        flush(at);
        this.add('"');
        this.state = "quoted";
      } else if (character === '"' && this.state === "start") {
        flush(at);
        this.state = "quoted";
      } else if (character === "," || character === "\n") {
        flush(at);
        this.endCell();
        if (character === "\n") yield* this.endRecord();
      } else {
        if (character === '"') this.problem ??= "a quote inside a cell that is not quoted";
        if (this.state === "quote in quoted") this.problem ??= "text after a closing quote";
        this.state = "plain";
      }
    }
    this.add(chunk.slice(from));
  }

  *end(): Generator<CsvRecord> {
    if (this.state === "quoted") this.problem = "a quote is never closed";
    this.endCell();
    yield* this.endRecord();
  }

  private add(text: string) {
    this.size += text.length;
    if (this.size > LONGEST_RECORD) this.problem = "the record is longer than 64 MB";
    else this.cell += text;
  }

  private endCell() {
    this.cells.push(this.cell);
    this.cell = "";
    this.state = "start";
  }

  private *endRecord(): Generator<CsvRecord> {
    const { cells, recordLine: line, problem } = this;
    this.cells = [];
    this.size = 0;
    this.problem = null;
    this.recordLine = this.line;
    if (problem) yield { line, problem, cells };
    else if (cells.length > 1 || cells[0] !== "") yield { line, cells };
  }
}
