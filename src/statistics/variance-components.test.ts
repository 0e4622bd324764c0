import { expect, test } from "vitest";
import { varianceComponents } from "./variance-components.ts";

test("a balanced design gives the textbook split", () => {
  // Two cases, two runs each, two judge calls each. Mean squares: within 0.5, runs 2, cases 128 (by hand).
  const result = varianceComponents([
    [
      [1, 2],
      [2.5, 3.5],
    ],
    [
      [9, 10],
      [10.5, 11.5],
    ],
  ]);
  // SS within = 4 · 0.5 = 2 over 4; SS runs = 8 · 0.75² = 4.5 over 2; SS cases = 8 · 4² = 128 over 1.
  expect(result).toEqual({
    kind: "components",
    judge: 0.5,
    run: (2.25 - 0.5) / 2,
    case: (128 - 2.25) / 4,
    cases: 2,
    runs_per_case: 2,
    judgements_per_run: 2,
  });
});

test("one judge call per run leaves the judges' part unknown, inside the runs' part", () => {
  const result = varianceComponents([
    [[1], [3]],
    [[7], [9]],
  ]);
  expect(result).toMatchObject({
    judge: { kind: "undefined", reason: "every run was judged only once" },
    run: 2,
    case: (36 - 2) / 2,
  });
});

test("one run per case leaves the runs' part unknown, inside the cases' part", () => {
  expect(varianceComponents([[[4, 6]], [[8, 10]]])).toMatchObject({
    judge: 2,
    run: { kind: "undefined", reason: "every case was run only once" },
    case: (16 - 2) / 2,
  });
});

test("one case has no part between cases", () => {
  expect(varianceComponents([[[4, 6], [8]]])).toMatchObject({
    case: { kind: "undefined", reason: "there is only one case" },
  });
});

test("a part that would come out negative is zero", () => {
  expect(varianceComponents([[[0, 10]], [[1, 9]]])).toMatchObject({ case: 0 });
});

test("unbalanced designs are split without bias", () => {
  // Runs of one, two and three judge calls; the expected values hold for any sizes, so equal scores give zeros.
  expect(varianceComponents([[[5], [5, 5]], [[5, 5, 5]], []])).toMatchObject({ judge: 0, run: 0, case: 0, cases: 2 });
});

test("no scores: words", () => {
  expect(varianceComponents([[[]], []])).toEqual({ kind: "undefined", reason: "there are no scores" });
});
