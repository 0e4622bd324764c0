import { expect, test } from "vitest";
import { passAtK, passOverCases, passPowerK } from "./pass-k.ts";

/** Every choice of k runs from the list, by brute force. */
function subsets(runs: boolean[], k: number): boolean[][] {
  if (k === 0) return [[]];
  return runs.flatMap((run, index) => subsets(runs.slice(index + 1), k - 1).map((rest) => [run, ...rest]));
}

test("pass@k and pass^k equal counting all choices of k runs", () => {
  for (let runs = 1; runs <= 7; runs++)
    for (let passed = 0; passed <= runs; passed++)
      for (let k = 1; k <= runs; k++) {
        const choices = subsets(
          Array.from({ length: runs }, (_, index) => index < passed),
          k,
        );
        const some = choices.filter((choice) => choice.some(Boolean)).length / choices.length;
        const all = choices.filter((choice) => choice.every(Boolean)).length / choices.length;
        expect(passAtK({ runs, passed }, k)).toBeCloseTo(some, 12);
        expect(passPowerK({ runs, passed }, k)).toBeCloseTo(all, 12);
      }
});

test("fewer runs than k determine neither", () => {
  expect(passAtK({ runs: 2, passed: 2 }, 3)).toEqual({
    kind: "undefined",
    reason: "3 runs are needed and there are only 2",
  });
  expect(passPowerK({ runs: 2, passed: 2 }, 3)).toMatchObject({ kind: "undefined" });
  expect(passPowerK({ runs: 0, passed: 0 }, 1)).toMatchObject({ reason: "a run is needed and there is none" });
  expect(passAtK({ runs: 1, passed: 0 }, 2)).toMatchObject({ reason: "2 runs are needed and there is only one" });
});

test("over cases, those with too few runs are left out and counted", () => {
  const cases = [
    { runs: 3, passed: 3 },
    { runs: 3, passed: 2 },
    { runs: 1, passed: 1 },
  ];
  expect(passOverCases(cases, 2, passPowerK)).toMatchObject({ rate: { mean: 2 / 3, cases: 2 }, left_out: 1 });
  expect(passOverCases(cases, 4, passAtK)).toEqual({
    rate: { kind: "undefined", reason: "no case has 4 runs" },
    left_out: 3,
  });
});

test("the interval is Wilson's for as many runs as would be as certain", () => {
  // 13 of 16 cases pass: SE² = p(1 − p)/15, so 15 · (1.96/t(15))² = 12.69 runs.
  const cases = Array.from({ length: 16 }, (_, index) => ({ runs: 1, passed: index < 13 ? 1 : 0 }));
  const { rate } = passOverCases(cases, 1, passPowerK);
  if (rate.kind !== "mean" || rate.interval.kind !== "interval") throw new Error("expected an interval");
  const [share, runs, square] = [13 / 16, 15 * (1.959964 / 2.13145) ** 2, 1.959964 ** 2];
  const centre = (share + square / (2 * runs)) / (1 + square / runs);
  const half = (1.959964 * Math.sqrt((share * (1 - share)) / runs + square / (4 * runs * runs))) / (1 + square / runs);
  expect(rate.interval.low).toBeCloseTo(centre - half, 5);
  expect(rate.interval.high).toBeCloseTo(centre + half, 5);
});

test("a rate never leaves 0 to 1, has a width where all cases agree, and is rough with few cases", () => {
  const rateOf = (passed: number, runs: number, cases: number) =>
    passOverCases(
      Array.from({ length: cases }, () => ({ runs, passed })),
      1,
      passPowerK,
    ).rate;
  expect(rateOf(1, 1, 8)).toMatchObject({ mean: 1, interval: { low: expect.closeTo(0.6756, 4), high: 1 } });
  expect(rateOf(1, 2, 20)).toMatchObject({ mean: 0.5, interval: { low: expect.closeTo(0.2993, 4) } });
  expect(rateOf(1, 1, 13)).toHaveProperty("interval.rough");
  expect(rateOf(1, 1, 14)).not.toHaveProperty("interval.rough");
  expect(rateOf(1, 2, 1)).toMatchObject({ interval: { kind: "undefined", reason: "there is only one case" } });
  expect(rateOf(2, 2, 1)).toMatchObject({ interval: { kind: "interval", high: 1 } });
});
