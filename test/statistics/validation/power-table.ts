import type { Comparison } from "../../../src/report/statistics/comparison.ts";
import { seededRandom } from "../../../src/statistics/index.ts";
import { comparedPairs } from "./campaigns.ts";
import { percent } from "./coverage-tables.ts";
import { SCORE_SHAPES, type ScoreShape } from "./score-shapes.ts";
import { type Effort, leeway, type Progress, type SimulatedTable, seedOf, shareOf } from "./simulated-table.ts";

/**
 * Tests the size given for "no difference shown". One campaign without any difference prints a size; another one, in which the
 * first model is better than the second by that size and all others are in between, has to show it four times out of five.
 * Returns the lowest share over the five shapes.
 */
export function powerTable(effort: Effort, progress: Progress): SimulatedTable {
  const problems: string[] = [];
  const rows = effort.models.map((models) => {
    const cells = effort.cases.map((cases) => {
      progress(`power: ${models} models, ${cases} cases`);
      // Random sign flips of many cases are slow, and there is little left to go wrong.
      const campaigns = cases > 24 ? Math.ceil(effort.power / 2) : effort.power;
      const shares = SCORE_SHAPES.flatMap((shape) => powerOf(shape, cases, models, campaigns) ?? []);
      if (shares.length === 0) return "not stated";
      const lowest = Math.min(...shares);
      if (lowest < 0.8 - leeway(0.8, campaigns, effort))
        problems.push(
          `${models} models, ${cases} cases: ${percent(lowest)} of the differences are found; 80 % should be`,
        );
      return percent(lowest);
    });
    return [String(models), ...cells];
  });
  return { name: "power", head: ["models", ...effort.cases.map((cases) => `${cases} cases`)], rows, problems };
}

function powerOf(shape: ScoreShape, cases: number, models: number, campaigns: number): number | null {
  const random = seededRandom(seedOf("power", shape.name, cases, models));
  const none = Array.from({ length: models }, () => 0);
  return shareOf(campaigns, () => {
    const printed = pairOf(comparedPairs(random, shape, cases, none))?.detectable;
    if (typeof printed !== "number") return null;
    const lifts = none.map((_, index) => (index === 0 ? printed : index === 1 ? 0 : printed / 2));
    const pair = pairOf(comparedPairs(random, shape, cases, lifts))!;
    return pair.verdict === (pair.first.id === "m0" ? "first_better" : "second_better");
  });
}

function pairOf(pairs: readonly Comparison[]): Comparison | undefined {
  return pairs.find(({ first, second }) => [first.id, second.id].sort().join() === "m0,m1");
}
