import { describe, expect, test } from "vitest";
import { bootstrapMean, pairedDifference, seededRandom } from "../../src/statistics/index.ts";
import { simulateEqualPair, simulateScores } from "./simulated-campaign.ts";

/**
 * The meaning of "95 %": of 2,000 simulated campaigns with a known truth, 93 to 97 in a hundred intervals contain it. The
 * simulation's own error is half a point, so a method that is off by more than two points is caught. Large campaigns take ten
 * times as long and are the easy ones, so a third of them suffices.
 */
const CAMPAIGNS = { 8: 2000, 30: 2000, 200: 700 };
const TRUTH = 6;

describe.each([8, 30, 200] as const)("with %d cases", (cases) => {
  test.each([
    ["percentile", "bell"],
    ["bca", "uneven"],
  ] as const)("95-percent bootstrap intervals hold what they say, %s with %s cases", (method, population) => {
    const random = seededRandom(cases + 1);
    const coverage = shareOf(CAMPAIGNS[cases], (campaign) => {
      const scores = simulateScores(random, cases, population);
      const result = bootstrapMean(scores, { method, draws: 1000, seed: campaign });
      if (result.kind !== "bootstrap") throw new Error(result.reason);
      return result.interval.low <= TRUTH && TRUTH <= result.interval.high;
    });
    expectBetween(coverage, 0.93, 0.97);
  });

  test("the permutation test calls two equal models different in 4 to 6 of a hundred campaigns", () => {
    const random = seededRandom(cases + 3);
    const rejected = shareOf(2 * CAMPAIGNS[cases], (campaign) => {
      const { first, second } = simulateEqualPair(random, cases);
      const result = pairedDifference(first, second, { draws: 999, seed: campaign });
      return result.kind === "difference" && result.test.kind === "test" && result.test.p_value <= 0.05;
    });
    expectBetween(rejected, 0.04, 0.06);
  });
});

function shareOf(campaigns: number, holds: (campaign: number) => boolean): number {
  let count = 0;
  for (let campaign = 0; campaign < campaigns; campaign++) if (holds(campaign)) count++;
  return count / campaigns;
}

function expectBetween(share: number, low: number, high: number): void {
  expect(share).toBeGreaterThanOrEqual(low);
  expect(share).toBeLessThanOrEqual(high);
}
