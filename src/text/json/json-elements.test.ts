import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonElement, jsonElements } from "./json-elements.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function elementsOf(text: string, size = 7): Promise<JsonElement[]> {
  const found: JsonElement[] = [];
  for await (const element of jsonElements(inPieces(text, size))) found.push(element);
  return found;
}

test("any array comes back element by element, wherever the text is cut", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 9 }), async (values, size) => {
      const found = await elementsOf(JSON.stringify(values), size);
      expect(found.map(({ value }) => value)).toEqual(JSON.parse(JSON.stringify(values)));
    }),
  );
});

test("an object gives the elements of the arrays under its keys and passes over the rest", async () => {
  const text = `{ "note": "a, b: [c]", "items": [{"a": [1, {"b": 2}]}, 3], "nested": {"items": [9]}, "empty": [], "n": 1, "singletons": ["x\\\\"] }`;
  expect(await elementsOf(text)).toEqual([
    { key: "items", position: 1, value: { a: [1, { b: 2 }] } },
    { key: "items", position: 2, value: 3 },
    { key: "singletons", position: 1, value: "x\\" },
  ]);
});

describe("what is not such a document is refused with the place", () => {
  test.each([
    ["", "the file is empty"],
    ["  \n", "the file is empty"],
    ["42", "expected a JSON array or object"],
    ["nonsense [1]", "expected a JSON array or object"],
    ["[1, 2", "the document ends before it is closed"],
    ['[{"a": 1', "the document ends before it is closed"],
    ["[1,,2]", "near element 2: an element is missing"],
    ["[1,]", "near element 2: an element is missing"],
    ["[tru]", "near element 1"],
    ['[{"a": 1]]', "near element 1"],
    ["[1] 2", "text after the end of the document"],
    ["[1][2]", "text after the end of the document"],
    ['{"items": [1, nope]}', 'in "items", near element 2'],
  ])("%j", async (text, words) => {
    await expect(elementsOf(text)).rejects.toThrow(words);
  });
});

test("a text is accepted exactly if it is JSON and an array or object", async () => {
  const pieces = ["[", "]", "{", "}", ",", ":", '"', '"a"', "1", "null", " ", "\\", "tru", "-", '{"x":1}', "[2]"];
  const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join(""));
  const nearlyJson = fc
    .tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), fc.constantFrom("", ...pieces))
    .map(([value, at, piece]) => {
      const text = JSON.stringify(value);
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(place + 1);
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyText, nearlyJson), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const isRead = await elementsOf(text, size).then(
        () => true,
        () => false,
      );
      expect(isRead).toBe(isArrayOrObject(text));
    }),
    { numRuns: 3000 },
  );
});

function isArrayOrObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}
