import fc from "fast-check";
import { canonicalize } from "json-canonicalize";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical.ts";

test("any data is written as another implementation of RFC 8785 writes it", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value));
    }),
    { numRuns: 3000 },
  );
});

test.each<[string, unknown, string]>([
  ["keys that look like numbers", { 10: 1, 9: 2, a: 3, A: 4 }, '{"10":1,"9":2,"A":4,"a":3}'],
  [
    "the RFC's own example",
    { numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27] },
    '{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
  ],
  ["characters beyond the BMP by their code units", { "\u{1f600}": 1, "\ufb33": 2 }, '{"😀":1,"\ufb33":2}'],
  ["0 and 0.0 and -0", [0, 0.0, -0], "[0,0,0]"],
  ["absent fields", { a: undefined, b: [undefined] }, '{"b":[null]}'],
  ["nothing but absent fields", { a: undefined }, "{}"],
])("%s", (_, value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1, Symbol("x"), 1n])("%s is refused", (value) => {
  expect(() => canonicalJson(value)).toThrow();
  if (value !== undefined) expect(() => canonicalJson({ deep: [{ value }] })).toThrow();
});
