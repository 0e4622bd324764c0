import { expect, test } from "vitest";
import { isJsonNestedDeeperThan, isNestedDeeperThan } from "./nesting.ts";
import { parseJson } from "./parse-json.ts";

const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test.each([
  ["1", 0],
  ["[]", 1],
  ['{"a":[{}]}', 3],
  [lists(200), 200],
  [objects(200), 200],
  ['[{"a":[[]]},[1,2,{}]]', 4],
  ['"[[[["', 0],
  ['{"\\"[[[[":"\\\\","b":"{{"}', 1],
])("%s has %i levels, as a text and as a value", (text, levels) => {
  const deeper = (least: number) => [isJsonNestedDeeperThan(text, least), isNestedDeeperThan(JSON.parse(text), least)];
  expect(deeper(levels)).toEqual([false, false]);
  if (levels > 0) expect(deeper(levels - 1)).toEqual([true, true]);
});

test.each([
  ["lists", lists(1_000_000)],
  ["lists that never end", "[".repeat(1_000_000)],
  ["objects", objects(300_000)],
])("a million levels of %s are refused and not walked through", (_, text) => {
  expect(parseJson(text)).toMatchObject({ ok: false, problem: "nested more than 500 levels deep" });
});

test("a value made by a program may be deeper than any stack", () => {
  let value: unknown = 1;
  for (let level = 0; level < 1_000_000; level += 1) value = [value];
  expect(isNestedDeeperThan(value, 500)).toBe(true);
});

test("a text that is no JSON is told from one that is too deep", () => {
  expect(parseJson("{oops")).toEqual({
    ok: false,
    problem: "not JSON",
    message: expect.stringMatching(/^not JSON: ./),
  });
  expect(parseJson(lists(500))).toMatchObject({ ok: true });
});
