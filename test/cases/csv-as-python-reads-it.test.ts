import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { csvTable } from "../../src/config/dataset/csv-table.ts";
import { randomNumbers } from "../support/mutate.ts";
import { lacks } from "../support/needs.ts";

/** Python's own reader, strict, on many texts at once: rows without empty lines, or null where it refuses. */
const READER = `
import csv, io, json, sys
out = []
for text in json.load(sys.stdin):
    try:
        out.append([row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row])
    except csv.Error:
        out.append(None)
json.dump(out, sys.stdout)
`;

const SEEDS = [
  "q,a\r\nOne,1\r\nTwo,2\r\n",
  'q,a\n"He said ""no"", twice","line one\nline two"\n"",x\n',
  'name,"the, second"\n"退款",\u00e9\n,\n',
  'a,b,c\n1,2,3\n"4\r\n5",6,"7"\n\n8,9,10',
];
const PIECES = ['"', '""', ",", "\n", "\r\n", "x", " ", "退", '","', '"\n', "\t", "'", "\\"];

/** Without carriage returns that stand alone: Python ends a line there, to us they are text. */
function mutated(count: number): string[] {
  const below = randomNumbers(1414);
  const texts = Array.from({ length: count }, () => {
    let text = SEEDS[below(SEEDS.length)]!;
    for (let times = 1 + below(5); times > 0; times -= 1) {
      const at = below(text.length + 1);
      const piece = PIECES[below(PIECES.length)]!;
      text = text.slice(0, at) + (below(3) === 0 ? "" : piece) + text.slice(at + below(3));
    }
    return text;
  });
  return texts.filter((text) => !/\r(?!\n)/.test(text));
}

function asPythonReads(texts: string[]): (string[][] | undefined)[] {
  const input = JSON.stringify(texts);
  const answer = execFileSync("python3", ["-c", READER], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  return (JSON.parse(answer) as (string[][] | null)[]).map((rows) =>
    rows?.filter((cells) => cells.length > 1 || cells[0] !== ""),
  );
}

describe.skipIf(lacks("python"))("CSV", () => {
  test("is read as Python's csv module reads it, over thousands of mutated files", () => {
    const texts = mutated(6000);
    const theirs = asPythonReads(texts);
    let compared = 0;
    for (const [index, text] of texts.entries()) {
      const read = csvTable(text, "r.csv");
      const expected = theirs[index];
      if (!read.ok || !expected) continue;
      compared += 1;
      const [header, ...rows] = expected;
      expect(read.table.columns, text).toEqual(header!.map((name) => name.trim()));
      expect(
        read.table.rows.map(({ cells }) => cells),
        text,
      ).toEqual(rows);
    }
    expect(compared).toBeGreaterThan(1000);
  });

  test("is refused wherever Python refuses it, or finds rows of different lengths or the same name twice", () => {
    const texts = mutated(6000);
    const theirs = asPythonReads(texts);
    let refused = 0;
    for (const [index, text] of texts.entries()) {
      const rows = theirs[index] ?? [];
      const header = rows[0]?.map((name) => name.trim()) ?? [];
      const isTable =
        rows.length > 1 &&
        rows.every(({ length }) => length === header.length) &&
        new Set(header).size === header.length &&
        !header.includes("");
      if (isTable) continue;
      refused += 1;
      expect(csvTable(text, "r.csv").ok, JSON.stringify(text)).toBe(false);
    }
    expect(refused).toBeGreaterThan(500);
  });
});
