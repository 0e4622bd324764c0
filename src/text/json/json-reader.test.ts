import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonObjects, readWholeJson } from "./json-reader.ts";

test("reads whatever JSON.parse reads, to the same value", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(readWholeJson(text)?.value).toEqual(JSON.parse(text));
    }),
  );
});

test("refuses whatever JSON.parse refuses", () => {
  const pieces = fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', "1", "01", "-", "tru", "true", "NaN", "\\", "\n");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (words) => {
      const text = words.join("");
      let accepted = true;
      try {
        JSON.parse(text);
      } catch {
        accepted = false;
      }
      expect(readWholeJson(text) !== null).toBe(accepted);
    }),
    { numRuns: 2000 },
  );
});

test("names the path of a key that stands twice", () => {
  expect(readWholeJson('{"a":{"b":1,"c":[{"d":1,"d":2}],"b":2}}')?.duplicate_keys).toEqual(["a.c[0].d", "a.b"]);
});

test("a key called __proto__ is data and changes no object", () => {
  const value = readWholeJson('{"__proto__":{"score":10},"constructor":1}')?.value as object;
  expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).score).toBeUndefined();
});

test("finds objects in prose and fences, skips braces that are not JSON, does not look inside", () => {
  const text = 'Set {x} = {"a":{"b":1}} then\n```json\n{"c":"}"}\n``` and { "open": ';
  expect(findJsonObjects(text).map(({ value }) => value)).toEqual([{ a: { b: 1 } }, { c: "}" }]);
});

test("survives texts made to exhaust a parser", () => {
  for (const text of [
    "{".repeat(200_000),
    '{"a":'.repeat(20_000),
    '{"a":['.repeat(20_000),
    `{"${"\\".repeat(200_001)}"}`,
  ])
    expect(findJsonObjects(text)).toEqual([]);
});
