import { expect, test } from "vitest";
import { unpairedDifference as differenceOfStrata } from "./unpaired-difference.ts";

const unpairedDifference = (first: number[], second: number[]) =>
  differenceOfStrata([{ population: 100, values: first }], [{ population: 100, values: second }]);

test("Welch's interval of a textbook example", () => {
  // Two groups with means 20.8 and 23.0 (n = 15 each), as often printed with Welch's test: t = −2.46, ν = 25.0, p = .021.
  const first = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4];
  const second = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4];
  const result = unpairedDifference(first, second);
  if (result.kind !== "unpaired_difference" || result.interval.kind !== "interval") throw new Error("no interval");
  expect(result.difference).toBeCloseTo(2.1667, 3);
  // difference / t = standard error 0.8824; t(.975; 24.99) = 2.0596. The first group has one value far above the rest: both ends move down.
  const half = 2.0596 * (2.1667 / 2.4554);
  expect(result.interval.high - result.interval.low).toBeCloseTo(2 * half, 1);
  expect(result.interval.low).toBeLessThan(2.1667 - half);
  expect(result.interval.low).toBeGreaterThan(2.1667 - half - 0.1);
});

test.each([
  ["an empty side", [], [1, 2], "one side has no values"],
  ["two empty sides", [], [], "one side has no values"],
])("%s: undefined", (_, first, second, reason) => {
  expect(unpairedDifference(first, second)).toEqual({ kind: "undefined", reason });
});

test.each([
  ["a single value", [3], [1, 2]],
  ["no spread anywhere", [3, 3], [4, 4]],
])("%s: a difference without interval", (_, first, second) => {
  expect(unpairedDifference(first, second)).toMatchObject({
    kind: "unpaired_difference",
    interval: { kind: "undefined" },
  });
});

test("without any spread there is no interval, however many values there are", () => {
  const twenty = (value: number) => Array.from({ length: 20 }, () => value);
  expect(unpairedDifference(twenty(3), twenty(5))).toMatchObject({
    difference: 2,
    standard_deviation: 0,
    interval: { kind: "undefined", reason: "neither side shows any spread" },
  });
});

test("is rough as long as the smaller side is small", () => {
  const spread = (count: number) => Array.from({ length: count }, (_, index) => index % 5);
  const roughness = (first: number, second: number) => {
    const result = unpairedDifference(spread(first), spread(second));
    return result.kind !== "undefined" && result.interval.kind === "interval" && result.interval.rough !== undefined;
  };
  expect(roughness(13, 500)).toBe(true);
  expect(roughness(500, 13)).toBe(true);
  expect(roughness(14, 14)).toBe(false);
});

test("stratified sides are weighted to their populations", () => {
  const side = (rare: number[], common: number[]) => [
    { population: 10, values: rare },
    { population: 90, values: common },
  ];
  const result = differenceOfStrata(side([1, 2], [3, 4]), side([5, 6], [3, 4]));
  expect(result).toMatchObject({ difference: expect.closeTo(0.4, 12) });
});
