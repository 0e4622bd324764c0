import { describe, expect, test } from "vitest";
import { readScoreRange } from "./score-range.ts";
import { parseTrialReference } from "./trial-reference.ts";

test.each([
  ["careful/refund", ["careful", "refund"], null],
  ["careful/refund/2", ["careful", "refund"], 2],
  ["careful/refund#2", ["careful", "refund"], 2],
  ["careful/refund #2", ["careful", "refund"], 2],
  ["'careful/refund #12'", ["careful", "refund"], 12],
  ["refund", ["refund"], null],
  ["model+variant/case--row-3", ["model+variant", "case--row-3"], null],
])("%s names %j, run %s", (written, names, repetition) => {
  expect(parseTrialReference(written)).toMatchObject({ names, repetition, idPrefix: null });
});

test.each(["3f9a", "3F9A1C", "0".repeat(64)])("%s may be the beginning of a run id", (written) => {
  expect(parseTrialReference(written).idPrefix).toBe(written.toLowerCase());
});

test.each(["3f9", "xyz1", "0".repeat(65), "face/feed"])("%s is no run id", (written) => {
  expect(parseTrialReference(written).idPrefix).toBeNull();
});

describe("a range of scores", () => {
  test.each([
    ["<6", 5.9, 6],
    ["<=6", 6, 6.1],
    [">7.5", 7.6, 7.5],
    [">= 8", 8, 7.9],
    ["6", 6, 6.1],
    ["=6", 6, 5.9],
    ["3..6", 3, 6.1],
    ["3 .. 6", 6, 2.9],
  ])("%s holds %d and not %d", (written, inside, outside) => {
    const range = readScoreRange(written)!;
    expect([range.holds(inside), range.holds(outside), range.holds(null)]).toEqual([true, false, false]);
  });

  test("a score that is a rounding error away is the score that was written", () => {
    expect(readScoreRange("=0.3")!.holds(0.1 + 0.2)).toBe(true);
    expect(readScoreRange("<0.3")!.holds(0.1 + 0.2 - 1e-16)).toBe(false);
  });

  test("none holds trials without a score only", () => {
    expect([null, 0].map((score) => readScoreRange("none")!.holds(score))).toEqual([true, false]);
  });

  test.each(["", "six", "<", "<six", "6..3", "-1", "1e3", "<6>", "5,5", "..6"])("%j is none", (written) => {
    expect(readScoreRange(written)).toBeNull();
  });
});
