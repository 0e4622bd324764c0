import { expect, test } from "vitest";
import { plainFields } from "./plain-fields.ts";

test.each([
  ["- score (1-5): how coherent", { score: { type: "integer", min: 1, max: 5 } }],
  ['"score": integer from 1 to 10', { score: { type: "integer", min: 1, max: 10 } }],
  ["* `score` — 0.0–1.0, higher is better", { score: { type: "number", min: 0, max: 1 } }],
  ["**score**: number between 0 and 1", { score: { type: "number" } }],
  ["score: number of matching words", { score: { type: "integer", min: 0 } }],
  ["1. score = int", { score: { type: "integer" } }],
  ["score: true or false", { score: { type: "boolean" } }],
  ["score (string)", { score: { type: "string" } }],
])("%s", (line, fields) => {
  expect(plainFields(line, ["score"])).toEqual(fields);
});

test("a bare word before a colon is prose unless it is expected", () => {
  expect(plainFields("Example: 1-5 items about one topic\nnote: text", ["score"])).toEqual({});
});

test("a quoted name counts even when nobody expects it", () => {
  expect(plainFields("- `outlier_count`: count of elements off topic")).toEqual({
    outlier_count: { type: "integer", min: 0 },
  });
});

test("a name without a type is not plain", () => {
  expect(plainFields("score: how good it is overall", ["score"])).toEqual({});
});

test("a band such as `5: all on one topic` is not a field, and a reversed range is none", () => {
  expect(plainFields("5: all on one topic\nscore: 5-1", ["score"])).toEqual({});
});

test("the first mention of a field decides", () => {
  expect(plainFields("score (1-5)\nscore (1-10)", ["score"])).toEqual({ score: { type: "integer", min: 1, max: 5 } });
});
