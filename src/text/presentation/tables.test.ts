import { expect, test } from "vitest";
import { bareTable, columns } from "./tables.ts";

test("names stand left, figures right, and wide characters align", () => {
  const table = bareTable(
    ["model", "score"],
    [
      ["退款", "9.2"],
      ["🙂 one", 10],
    ],
  );
  expect(table).toBe([" model    score ", " 退款       9.2 ", " 🙂 one      10 "].join("\n"));
});

test("columns align without a head, and nothing is padded at the end of a line", () => {
  expect(
    columns(
      [
        ["a", "한국", "x"],
        ["bcd", "e", ""],
      ],
      "  ",
    ),
  ).toBe("  a    한국  x\n  bcd  e");
});

test("a cell can't steer the terminal or leave its row, and its own paint fills no column", () => {
  const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
  expect(columns([[{ text: "no\u001b[2K\nway", paint: red }, "x"]])).toBe("\u001b[31mno\\u001b[2K way\u001b[39m  x");
  expect(
    columns([
      [{ text: "a", paint: red }, "x"],
      ["bcd", "y"],
    ]),
  ).toBe("\u001b[31ma\u001b[39m    x\nbcd  y");
});
