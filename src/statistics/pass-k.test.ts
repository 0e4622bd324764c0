import { expect, test } from "vitest";
import { passAtK, passOverCases, passPowerK } from "./pass-k.ts";

/** Every choice of k runs out of the list, by brute force. */
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
    reason: "3 runs are needed and there are 2",
  });
  expect(passPowerK({ runs: 2, passed: 2 }, 3)).toMatchObject({ kind: "undefined" });
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
