import { expect, test } from "vitest";
import { campaignStatistics } from "../../src/report/index.ts";
import { seededRandom } from "../../src/statistics/index.ts";
import { campaignResult } from "../support/campaign-result.ts";
import { simulateEqualModels } from "./simulated-campaign.ts";

test.each([
  [2, 8],
  [6, 8],
  [4, 6],
  [5, 20],
])("among %d equal models on %d cases, a campaign calls a difference in at most 6 of a hundred", (models, cases) => {
  const random = seededRandom(models * 100 + cases);
  let alarms = 0;
  for (let campaign = 0; campaign < 1000; campaign++) {
    const planned = simulateEqualModels(random, models, cases).map((scores, index) => ({
      model_id: `model_${index}`,
      cases: Object.fromEntries(scores.map((score, number) => [`case_${number}`, [[[score]]]])),
    }));
    const { comparisons } = campaignStatistics(campaignResult(planned));
    if (comparisons.some(({ verdict }) => verdict === "first_better" || verdict === "second_better")) alarms++;
  }
  expect(alarms / 1000).toBeLessThanOrEqual(0.06);
  expect(alarms).toBeGreaterThan(0);
});
