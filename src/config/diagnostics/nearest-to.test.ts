import { expect, test } from "vitest";
import { findNearest } from "./did-you-mean.ts";

const NAMES = ["erratic/capital", "erratic/greeting_file", "diligent/greeting_file", "hasty/sum"];

test.each([
  ["eratic/greting", "erratic/greeting_file"],
  ["diligent/greeting", "diligent/greeting_file"],
  ["hasty-sum", "hasty/sum"],
  ["Erratic/Capitol", "erratic/capital"],
])("nearest to %s is %s", (written, nearest) => {
  expect(findNearest(written, NAMES, 1)).toEqual([nearest]);
});

test("as many as are asked for, each once", () => {
  expect(findNearest("x", [...NAMES, ...NAMES], 3)).toHaveLength(3);
});

test("a text is compared with no name", () => {
  expect(findNearest("x".repeat(200), NAMES, 3)).toEqual([]);
});
