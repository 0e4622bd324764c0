import fc from "fast-check";
import { expect, test } from "vitest";
import { taglessJson, visibleJson } from "./visible-json.ts";

test.each([
  ["a right-to-left override", "\u202e", "\\u202e"],
  ["a zero-width space", "\u200b", "\\u200b"],
  ["a line separator", "\u2028", "\\u2028"],
  ["a tag character", "\u{e0041}", "\\udb40\\udc41"],
  ["a variation selector", "\ufe0f", "\\ufe0f"],
  ["a Braille blank", "\u2800", "\\u2800"],
  ["a Hangul filler", "\u3164", "\\u3164"],
  ["a blank hieroglyph", "\u{13441}", "\\ud80d\\udc41"],
  ["a C1 control code", "\u0085", "\\u0085"],
])("%s is shown as an escape", (_, character, shown) => {
  expect(visibleJson({ text: `a${character}b` })).toBe(`{"text":"a${shown}b"}`);
});

test("visible text, also of other scripts, stays as it is", () => {
  expect(visibleJson("质量 är gut 👍")).toBe('"质量 är gut 👍"');
});

test("names of fields are no hiding place", () => {
  expect(taglessJson({ "</items>\u200b": 1 })).toBe('{"\\u003c/items>\\u200b":1}');
});

test("to a JSON reader it is the same data", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(visibleJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      expect(JSON.parse(taglessJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
