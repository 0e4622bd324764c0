import { describe, expect, test } from "vitest";
import { quotedStretches } from "./quotes-in-place.ts";

const TEXT = "abcdefghij";
const marked = (quotes: { start: number; end: number }[]) =>
  quotedStretches(TEXT, quotes)
    .map(({ text, isQuoted, ends }) => `${isQuoted ? text.toUpperCase() : text}${ends.join("")}`)
    .join("");

test.each([
  ["nothing is quoted", [], "abcdefghij"],
  ["one quote", [{ start: 2, end: 5 }], "abCDE1fghij"],
  ["all of it", [{ start: 0, end: 10 }], "ABCDEFGHIJ1"],
  [
    "two apart",
    [
      { start: 0, end: 2 },
      { start: 8, end: 10 },
    ],
    "AB1cdefghIJ2",
  ],
  [
    "one within another",
    [
      { start: 1, end: 9 },
      { start: 3, end: 5 },
    ],
    "aBCDE2FGHI1j",
  ],
  [
    "two that overlap",
    [
      { start: 1, end: 5 },
      { start: 3, end: 8 },
    ],
    "aBCDE1FGH2ij",
  ],
  [
    "two that end together",
    [
      { start: 1, end: 5 },
      { start: 3, end: 5 },
    ],
    "aBCDE12fghij",
  ],
  ["one beyond the end", [{ start: 8, end: 99 }], "abcdefghIJ"],
])("%s", (_, quotes, expected) => {
  expect(marked(quotes)).toBe(expected);
});

describe("whatever is quoted", () => {
  test("no character is lost", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 16807) % 2147483647;
      return seed % below;
    };
    for (let run = 0; run < 300; run += 1) {
      const quotes = Array.from({ length: random(6) }, () => {
        const start = random(10);
        return { start, end: start + random(10 - start) + 1 };
      });
      const stretches = quotedStretches(TEXT, quotes);
      expect(stretches.map(({ text }) => text).join("")).toBe(TEXT);
      const numbers = stretches.flatMap(({ ends }) => ends).sort((one, other) => one - other);
      expect(numbers).toEqual(quotes.map((_quote, at) => at + 1));
    }
  });
});
