import fc from "fast-check";
import { expect, test } from "vitest";
import { collect } from "../../test/support/collect.ts";
import { csvLine, csvRecords } from "./csv.ts";
import { separatorProblem } from "./csv-separator.ts";

async function* inPieces(text: string, size = text.length || 1): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

const recordsOf = async (text: string, size?: number) => collect(csvRecords(inPieces(text, size)));
const cellsOf = async (text: string) => (await recordsOf(text)).map(({ cells }) => cells);

test.each([
  [
    "plain cells",
    "a,b\nc,d\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "Windows line ends",
    "a,b\r\nc,d\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["no line end at the end", "a,b", [["a", "b"]]],
  [
    "empty cells",
    ",\n,,",
    [
      ["", ""],
      ["", "", ""],
    ],
  ],
  ["empty lines", "a\n\n\r\nb\n", [["a"], ["b"]]],
  ["quoted commas and line breaks", '"a,b","c\r\nd"\n', [["a,b", "c\r\nd"]]],
  ["doubled quotes", '"say ""hi""",x\n', [['say "hi"', "x"]]],
  ["an empty quoted cell", '"",x\n', [["", "x"]]],
  ["a byte-order mark", "\ufeffa,b\n", [["a", "b"]]],
  ["a carriage return that ends no line", "a\rb,c\n", [["a\rb", "c"]]],
  ["a carriage return at the end of a quoted cell", '"a\r"\n', [["a\r"]]],
  ["nothing", "", []],
] as const)("reads %s", async (_, text, expected) => expect(await cellsOf(text)).toEqual(expected));

test("a record knows the line it begins on", async () => {
  expect((await recordsOf('a\n"b\nb"\nc\n')).map(({ line }) => line)).toEqual([1, 2, 4]);
});

test.each([
  ["text after a closing quote", 'a\n"b"x,1\nc\n', 2],
  ["a quote inside a cell that is not quoted", 'a\nb"b,1\nc\n', 2],
  ["a quote is never closed", 'a\n"b,1\nc\n', 2],
])("reports %s with its line", async (problem, text, line) => {
  expect(await recordsOf(text)).toContainEqual(expect.objectContaining({ line, problem }));
});

test("a broken record does not stop the next", async () => {
  expect((await recordsOf('"b"x\nc\n')).at(-1)).toEqual({ line: 2, cells: ["c"] });
});

test("what is written is read back, wherever the pieces are cut", async () => {
  const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "退"), maxLength: 6 });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), async (written, size) => {
      const text = written.map((cells) => `${csvLine(cells)}\n`).join("");
      expect((await recordsOf(text, size)).map(({ cells }) => cells)).toEqual(written);
    }),
  );
});

test.each([
  [["a;b"], "semicolons"],
  [["a\tb\tc"], "tabs"],
])("a first line of %j is told to be saved with commas", (header, separator) => {
  expect(separatorProblem(header)).toBe(
    `the cells are separated by ${separator}; save the file with commas between them`,
  );
});

test.each([[["a"]], [["a", "b;c"]], [[]], [["a", "b"]]])("a first line of %j is as it should be", (header) => {
  expect(separatorProblem(header)).toBeNull();
});
