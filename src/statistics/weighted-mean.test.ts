import { expect, test } from "vitest";
import { clusteredMean } from "./clustered-mean.ts";
import { weightedMean } from "./weighted-mean.ts";

const evenly = (values: number[], weight = 3) => values.map((value) => ({ value, weight }));

test("with even weights it is the plain mean with its t interval, whatever the weight", () => {
  const plain = clusteredMean([[1], [2], [4], [7]]);
  if (plain.kind !== "mean" || plain.interval.kind !== "interval") throw new Error("no interval");
  expect(weightedMean(evenly([1, 2, 4, 7]))).toMatchObject({
    mean: 3.5,
    interval: { low: expect.closeTo(plain.interval.low, 8), high: expect.closeTo(plain.interval.high, 8) },
  });
});

test("an item drawn with half the chance counts twice", () => {
  expect(
    weightedMean([
      { value: 1, weight: 1 },
      { value: 4, weight: 2 },
    ]),
  ).toMatchObject({ mean: 3 });
});

test("by hand: 1 and 4 with weights 1 and 2 have the standard error √(2 · (2² + 2²)) / 3", () => {
  const result = weightedMean([
    { value: 1, weight: 1 },
    { value: 4, weight: 2 },
  ]);
  expect(result).toMatchObject({ standard_error: expect.closeTo(Math.sqrt(2 * (2 ** 2 + 2 ** 2)) / 3, 12) });
});

test("nothing is undefined, one value has no interval, and neither have equal ones", () => {
  expect(weightedMean([])).toMatchObject({ kind: "undefined" });
  expect(weightedMean(evenly([4]))).toMatchObject({ mean: 4, interval: { kind: "undefined" } });
  expect(weightedMean(evenly([4, 4, 4]))).toMatchObject({ standard_error: 0, interval: { kind: "undefined" } });
});
