import { describe, expect, test } from "vitest";
import { displayWidth } from "./display-width.ts";
import { bareTable, columns } from "./tables.ts";

const HEAD = ["model", "score", "± cases", "passed", "checks", "tool calls", "latency", "run cost"];
const ROWS = [
  ["Diligent (offline)", "9.2", "0.2", "16/16", "28/28", "12", "0.0 s", "$0"],
  ["模型甲（离线）", "6.6", "0.6", "8/16", "20/28", "19", "0.1 s", "$0.012"],
  ["cafe\u0301 🎉 model", "4.1", "0.8", "0/16", "14/28", "4", "12.5 s", "$1.20"],
];

const widest = (text: string) => Math.max(...text.split("\n").map(displayWidth));

test("a table of a hundred and fifty thousand rows is set as a short one", () => {
  const rows = Array.from({ length: 150_000 }, () => ROWS[0]!);
  expect(bareTable(HEAD, rows, { width: 80 }).split("\n").slice(0, 3)).toEqual(
    bareTable(HEAD, rows.slice(0, 1), { width: 80 }).split("\n").slice(0, 3),
  );
});

test("a table that fits is set as it always was", () => {
  expect(bareTable(HEAD, ROWS, { width: 200 })).toBe(bareTable(HEAD, ROWS).replace(/ +$/gm, ""));
});

describe.each([200, 100, 80, 60, 45, 34])("in %i columns", (width) => {
  test("no row is wider", () => {
    expect(widest(bareTable(HEAD, ROWS, { width }))).toBeLessThanOrEqual(width);
  });

  test("every figure is there, whole", () => {
    const words = bareTable(HEAD, ROWS, { width })
      .split(/ {2,}|\n/)
      .map((word) => word.trim());
    for (const figure of ROWS.flatMap((row) => row.slice(1))) expect(words).toContain(figure);
  });

  test("figures end in the same column of the terminal, whatever characters stand before them", () => {
    for (const block of bareTable(HEAD, ROWS, { width }).split("\n\n")) {
      const rows = block.split("\n").filter((line) => /\d/.test(line));
      expect(new Set(rows.map(displayWidth)).size).toBe(1);
    }
  });
});

test("names are repeated where a table is divided, as many columns of them as say what a row is about", () => {
  const rows = [["total_is_right", "erratic", "2", "1 % to 96 %, rough"]];
  const divided = bareTable(["check", "model", "passed", "95 % interval"], rows, { width: 40, keys: 2 }).split("\n\n");
  expect(divided.length).toBeGreaterThan(1);
  for (const block of divided) expect(block).toMatch(/erratic/);
});

test("a long text goes on below itself, from the left, and leaves the figures alone", () => {
  const said = "the judge quotes what is nowhere in what it was shown, and then says so again";
  const table = bareTable(["trial", "score", "what was wrong"], [["a/b", "3.4", said]], { width: 50 });
  expect(widest(table)).toBeLessThanOrEqual(50);
  expect(table.split("\n").length).toBeGreaterThan(2);
  expect(table).toMatch(/^ a\/b {2}.*3\.4 {2}the judge/m);
});

test("a title of several words stands right above its figures", () => {
  const [first, second, third] = bareTable(["m", "not decided yet", "b"], [["x".repeat(12), "1", "2"]], {
    width: 24,
  }).split("\n");
  expect([first, second, third].map((line) => /\bm\b/.test(line!))).toEqual([false, false, true]);
});

describe.each([undefined, 200, 34])("sentences in the last column, in %s columns", (width) => {
  const rows = [
    ["a/one", "3.4", "failed"],
    ["a/another", "10", "judges disagree"],
    ["b/third", "9.1", ""],
  ];

  test("begin below each other, however short they are", () => {
    const lines = bareTable(["trial", "score", "why"], rows, { width, lastIsText: true }).split("\n");
    const starts = ["why", "failed", "judges"].map((word, line) => displayWidth(lines[line]!.split(word)[0]!));
    expect(new Set(starts).size).toBe(1);
  });

  test("are set like figures where nobody says that they are sentences", () => {
    const lines = bareTable(["trial", "score", "why"], rows, { width }).split("\n");
    expect(displayWidth(lines[1]!.trimEnd())).toBe(displayWidth(lines[2]!.trimEnd()));
  });
});

describe("rows without a head", () => {
  test("let the last column go on below itself", () => {
    const text = columns([["name", "one two three four five six seven eight"]], "", { width: 36 });
    expect(text.split("\n")).toEqual(["name  one two three four five six", "      seven eight"]);
  });

  test("set it below where there is hardly room beside", () => {
    const text = columns([["a-rather-long-name-indeed", "one two three four five"]], "", { width: 36 });
    expect(text.split("\n")).toEqual(["a-rather-long-name-indeed", "    one two three four five"]);
  });

  test("are as they always were where nobody says how wide the terminal is", () => {
    expect(columns([["a", "b".repeat(300)]])).toBe(`a  ${"b".repeat(300)}`);
  });
});
