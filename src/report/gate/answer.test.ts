import { describe, expect, test } from "vitest";
import { type Comparison, compareSides, concludeComparison } from "../statistics/comparison.ts";
import { answerAbout } from "./answer.ts";

/** Makes a comparison from differences by case, candidate minus base. */
function compared(differences: readonly number[]): Comparison {
  const side = (lift: readonly number[]) => new Map(lift.map((value, index) => [`case_${index}`, [5 + value]]));
  const difference = compareSides(side(differences), side(differences.map(() => 0)), 1);
  const p = difference.kind === "difference" && difference.test.kind === "test" ? difference.test.p_value : null;
  const sides = { first: { id: "c", label: "the candidate" }, second: { id: "b", label: "the base" } };
  return concludeComparison({ ...sides, difference }, p, 1);
}

const spread = [0.3, -0.3, 0.2, -0.2, 0.1, -0.1, 0.3, -0.3, 0.2, -0.2, 0.1, -0.1];
const around = (centre: number, factor = 1) => spread.map((value) => centre + factor * value);

describe("the answer of a gate", () => {
  test.each([
    ["a drop that may be beyond the margin", around(-1), 0.5, "regressed"],
    ["a drop that is shown and small", around(-0.2, 0.3), 0.5, "no_change_shown"],
    ["the same small drop without a margin", around(-0.2, 0.3), 0, "regressed"],
    ["a drop of the same size in every case", spread.map(() => -1), 0.5, "regressed"],
    ["a gain beyond the margin", around(1), 0.5, "improved"],
    ["a gain that is shown and small", around(0.2, 0.3), 0.5, "no_change_shown"],
    ["nothing, closely measured", around(0), 0.5, "no_change_shown"],
    ["nothing, without a margin", around(0), 0, "too_little_data"],
    ["nothing, badly measured", around(0, 10), 0.5, "too_little_data"],
    ["exactly nothing", spread.map(() => 0), 0, "no_change_shown"],
    ["a large drop in five cases", [-4, -4.1, -4.2, -4.3, -4], 0.5, "too_little_data"],
    ["a single case", [-9], 0.5, "too_little_data"],
  ])("%s", (_, differences, margin, answer) => {
    expect(answerAbout(compared(differences), margin, 1).answer).toBe(answer);
  });

  test("too few data come with the number of cases that would tell, which grows as the margin shrinks", () => {
    const [wide, narrow] = [0.5, 0.25].map((margin) => answerAbout(compared(around(0, 10)), margin, 1).cases_needed!);
    expect(wide).toBeGreaterThan(spread.length);
    // By the square-root law, half the difference takes four times the cases; small samples need slightly more.
    expect(narrow! / wide!).toBeGreaterThan(3.5);
    expect(narrow! / wide!).toBeLessThan(4.1);
  });

  test("many subjects need more cases each, because the test of each is stricter", () => {
    const needed = (tests: number) => answerAbout(compared(around(0, 10)), 0.5, tests).cases_needed!;
    expect(needed(6)).toBeGreaterThan(needed(1));
  });

  test("fewer than six cases need six, whatever they show", () => {
    expect(answerAbout(compared([-4, -4.1]), 0.5, 1)).toMatchObject({ answer: "too_little_data", cases_needed: 6 });
  });
});
