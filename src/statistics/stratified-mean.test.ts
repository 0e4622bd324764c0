import { expect, test } from "vitest";
import { stratifiedMean } from "./stratified-mean.ts";

test("strata count by their share of the population, not of the sample", () => {
  const result = stratifiedMean([
    { population: 90, values: [1, 2, 3] },
    { population: 10, values: [9, 10, 11] },
  ]);
  expect(result).toMatchObject({ kind: "stratified_mean", mean: 0.9 * 2 + 0.1 * 10, covered: 1 });
});

test("the standard error by hand: W² (1 − n/N) s²/n, summed", () => {
  const result = stratifiedMean([
    { population: 60, values: [2, 4, 6] },
    { population: 40, values: [1, 3] },
  ]);
  const squared = 0.6 ** 2 * (1 - 3 / 60) * (4 / 3) + 0.4 ** 2 * (1 - 2 / 40) * (2 / 2);
  expect(result).toMatchObject({ standard_error: expect.closeTo(Math.sqrt(squared), 12) });
});

test("a stratum nobody looked at lowers what the mean covers", () => {
  expect(
    stratifiedMean([
      { population: 30, values: [4, 5] },
      { population: 70, values: [] },
    ]),
  ).toMatchObject({ mean: 4.5, covered: 0.3 });
});

test("a whole population has no sampling error", () => {
  expect(stratifiedMean([{ population: 2, values: [1, 5] }])).toMatchObject({
    mean: 3,
    standard_error: 0,
    interval: { kind: "undefined", reason: "the whole population was measured" },
  });
});

test("a stratum with one value borrows the spread of the others", () => {
  const result = stratifiedMean([
    { population: 50, values: [1, 3] },
    { population: 50, values: [7] },
  ]);
  expect(result).toMatchObject({ mean: 4.5, interval: { kind: "interval" } });
});

test.each([
  ["no stratum", []],
  ["no values", [{ population: 5, values: [] }]],
])("%s: undefined", (_, strata) => {
  expect(stratifiedMean(strata)).toMatchObject({ kind: "undefined" });
});

test("one value in all: a mean without interval", () => {
  expect(stratifiedMean([{ population: 9, values: [4] }])).toMatchObject({ mean: 4, interval: { kind: "undefined" } });
});

test("where also a census would come out differently next time, it has an error", () => {
  const strata = [{ population: 3, values: [1, 2, 3] }];
  expect(stratifiedMean(strata, { finitePopulation: false })).toMatchObject({
    standard_error: expect.closeTo(Math.sqrt(1 / 3), 12),
  });
});
