import { expect, test } from "vitest";
import { foreignObject } from "./foreign-json.ts";

test.each([
  ['{"a": [1, {"b": "}]"}]}', { a: [1, { b: "}]" }] }],
  ['{"quote": "\\"{{{"}', { quote: '"{{{' }],
])("an object is read: %s", (text, value) => {
  expect(foreignObject(text)).toEqual(value);
});

test.each([
  ["null", "null"],
  ["a list", "[1]"],
  ["a number", "7"],
  ["a text", '"{}"'],
  ["nothing", ""],
  ["half of one", '{"a": 1'],
  ["one that is nested without end", `{"a": ${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`],
  ["one that opens without end", '{"a":'.repeat(1_000_000)],
])("%s is no object", (_, text) => {
  expect(foreignObject(text)).toBeNull();
});

test("brackets in a text are not nesting", () => {
  expect(foreignObject(JSON.stringify({ a: "[{".repeat(10_000) }))).not.toBeNull();
});
