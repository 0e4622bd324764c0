import { expect, test } from "vitest";
import { sampleRubric } from "./sample-rubric.ts";

const bands = [
  { score: 0, criteria: "no" },
  { score: 1, criteria: "yes" },
];
const dimension = { id: "d", name: "D", scale: "0-1", definition: "x", bands };
const issues = (value: unknown) =>
  sampleRubric.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

test("a rubric needs nothing but its dimensions", () => {
  expect(issues({ dimensions: [dimension] })).toEqual([]);
});

test.each([
  ["two dimensions with the same id", { dimensions: [dimension, dimension] }, /^dimensions\.1\.id: two dimensions/],
  [
    "two bands with the same score",
    { dimensions: [{ ...dimension, bands: [...bands, bands[1]] }] },
    /^dimensions\.0\.bands\.2\.score: the score 1/,
  ],
  ["a single band", { dimensions: [{ ...dimension, bands: bands.slice(0, 1) }] }, /^dimensions\.0\.bands: /],
  ["no dimension", { dimensions: [] }, /^dimensions: /],
  ["a score in words", { dimensions: [{ ...dimension, bands: [{ score: "1", criteria: "x" }, bands[0]] }] }, /score/],
  ["a field that means nothing", { dimensions: [{ ...dimension, weight: 2 }] }, /weight/],
])("%s is refused", (_, value, message) => {
  expect(issues(value)).toEqual([expect.stringMatching(message)]);
});
