import { expect, test } from "vitest";
import { fromState, seededRandom } from "./random.ts";

test("the generator gives the reference output of xoshiro128** for the state 1, 2, 3, 4", () => {
  const random = fromState(1, 2, 3, 4);
  const words = Array.from({ length: 10 }, () => random.word());
  expect(words).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]);
});

test("the same seed gives the same stream, a neighbouring seed another one", () => {
  const take = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 4 }, () => random.word());
  };
  expect(take(7)).toEqual(take(7));
  expect(take(7)).not.toEqual(take(8));
});

test("integers below a bound reach every value and never the bound", () => {
  const random = seededRandom(3);
  const seen = new Set(Array.from({ length: 500 }, () => random.below(5)));
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
});
