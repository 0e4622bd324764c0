import fc from "fast-check";
import { expect, test } from "vitest";
import { FoldingStream, fold } from "./fold.ts";

test.each([
  ["Straße", "STRASSE"],
  ["GROẞ", "gross"],
  ["señor", "SENOR"],
  ["Crème Brûlée", "creme brulee"],
  ["Łódź", "lodz"],
  ["Ærøskøbing", "AEROSKOBING"],
  ["İstanbul", "ISTANBUL"],
  ["ΟΔΟΣ", "οδος"],
  ["e\u0301", "É"],
  ["ﬁn", "FIN"],
  ["Ｆｕｌｌ", "full"],
])("%s and %s are the same", (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test.each([
  ["각", "가"],
  ["が", "か"],
  ["कि", "क"],
  ["o", "0"],
])("%s and %s are not", (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

test("a Korean syllable is not found inside another one", () => {
  expect(fold("각").includes(fold("가"))).toBe(false);
});

test("a text folded in pieces is the text folded whole, wherever it is cut", () => {
  const letters = fc.constantFrom(
    "a",
    "Ñ",
    "e\u0301\u0323",
    "\u0301",
    "ß",
    "각",
    "\u1100\u1161\u11a8",
    "😀",
    "か\u3099",
    " ",
    "\n",
  );
  fc.assert(
    fc.property(fc.array(fc.array(letters).map((list) => list.join(""))), (pieces) => {
      const stream = new FoldingStream();
      const folded = pieces.map((piece) => stream.add(piece)).join("") + stream.finish();
      expect(folded).toBe(fold(pieces.join("")));
    }),
  );
});
