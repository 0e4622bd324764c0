import { describe, expect, test } from "vitest";
import { campaignResult } from "../../../test/support/campaign-result.ts";
import type { JudgedCampaign } from "../../records/index.ts";
import { seededRandom } from "../../statistics/index.ts";
import { campaignStatistics } from "./campaign-statistics.ts";
import type { Comparison } from "./comparison.ts";
import { renderStatisticsText } from "./render.ts";

/** Scores by model, variant and case, one run each. */
type Table = Record<string, Record<string, (number | null)[]>>;

function campaignOf(table: Table): JudgedCampaign {
  const subjects = Object.entries(table).flatMap(([model, variants]) =>
    Object.entries(variants).map(([variant, scores]) => ({ model, variant, scores })),
  );
  const result = campaignResult(
    subjects.map(({ model, variant, scores }) => ({
      model_id: `${model}+${variant}`,
      cases: Object.fromEntries(scores.map((score, at) => [`c${at}`, [score === null ? null : [[score]]]])),
    })),
  );
  result.models = result.models.map((entry, at) => {
    const { model: model_id, variant: variant_id } = subjects[at]!;
    return { ...entry, variant: { variant_id, label: variant_id, model_id, model_label: model_id } };
  });
  return result;
}

const TABLE: Table = {
  strong: { a: [8, 7, 9, 8, 7, 8, 9, 6], b: [9, 8, 9, 9, 8, 9, 9, 8] },
  weak: { a: [3, 2, 5, 4, 1, 2, 4, 2], b: [5, 4, 6, 6, 4, 5, 5, 4] },
};
/** Computed by hand: for each case, the mean of b − a over models. */
const DIFFERENCES = TABLE.strong!.a!.map(
  (_, at) => (TABLE.strong!.b![at]! - TABLE.strong!.a![at]! + TABLE.weak!.b![at]! - TABLE.weak!.a![at]!) / 2,
);
const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("variants over all models", () => {
  test("differ by the mean over cases of the mean over models, paired by case", () => {
    const { variants } = campaignStatistics(campaignOf(TABLE));
    const [comparison] = variants!.comparisons;
    expect(variants!.variants.map(({ variant_id, models }) => [variant_id, models])).toEqual([
      ["b", 2],
      ["a", 2],
    ]);
    expect(comparison).toMatchObject({ first: { id: "b" }, second: { id: "a" }, verdict: "first_better" });
    const { difference } = comparison!;
    if (difference.kind === "undefined") throw new Error("undefined");
    expect(difference.difference).toBeCloseTo(average(DIFFERENCES), 12);
    expect(difference).toMatchObject({ cases: 8, better: 8 });
    // All eight cases have the same sign: 2 of 2^8 sign patterns are as extreme.
    expect(comparison!.p_adjusted).toBeCloseTo(2 / 2 ** 8, 12);
  });

  test("that cannot be told apart are called variants, not models", () => {
    const table = { a: [5, 6], b: [1, 2], c: [7, 9] };
    const campaigns: Table[] = [{ one: table }, { one: table, two: table }];
    for (const campaign of campaigns)
      expect(renderStatisticsText(campaignStatistics(campaignOf(campaign)))).toContain(
        "No difference shown between any two variants: 2 shared cases can't show any",
      );
  });

  test("are compared on the models that both have", () => {
    const { variants } = campaignStatistics(campaignOf({ ...TABLE, third: { b: [0, 0, 0, 0, 0, 0, 0, 0] } }));
    // The third model lowers b's mean below a's, but was never asked as a, so it is not part of the difference.
    expect(variants!.variants.map(({ variant_id }) => variant_id)).toEqual(["a", "b"]);
    const [{ difference, verdict }] = variants!.comparisons as [Comparison];
    expect(difference.kind === "difference" && difference.difference).toBeCloseTo(-average(DIFFERENCES), 12);
    expect(verdict).toBe("second_better");
  });

  test("a case that one model has no score for counts for no variant of the pair", () => {
    const broken = structuredClone(TABLE);
    broken.weak!.b![0] = null;
    const { variants } = campaignStatistics(campaignOf(broken));
    const [{ difference }] = variants!.comparisons as [Comparison];
    if (difference.kind === "undefined") throw new Error("undefined");
    expect(difference.cases).toBe(7);
    expect(difference.difference).toBeCloseTo(average(DIFFERENCES.slice(1)), 12);
  });

  test.each([
    ["one variant", { m: { a: [1, 2] }, n: { a: [1, 2] } }],
    ["one model", { m: { a: [1, 2], b: [2, 3] } }],
  ])("are left out with %s, where the pairs of subjects say it all", (_, table: Table) => {
    expect(campaignStatistics(campaignOf(table))).not.toHaveProperty("variants");
  });
});

test("pairs of subjects share the model or the variant, and each question is corrected by itself", () => {
  const { comparisons } = campaignStatistics(campaignOf(TABLE));
  const pairs = comparisons.map(({ first, second }) => `${first.id} ${second.id}`);
  expect(pairs).toEqual(["strong+b strong+a", "weak+b weak+a", "strong+b weak+b", "strong+a weak+a"]);
  const text = renderStatisticsText(campaignStatistics(campaignOf(TABLE)));
  const titles = text.split("\n").filter((line) => line.startsWith("Differences"));
  expect(titles).toEqual([
    "Differences between variants, over all models",
    "Differences between variants of a model",
    "Differences between models under a variant",
  ]);
});

test("twelve models under two variants stay readable: a row for each subject", () => {
  const table = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`m${at}`, TABLE.weak!]));
  const text = renderStatisticsText(campaignStatistics(campaignOf(table)));
  expect(text).toMatch(/model +better than +worse than +no difference shown from/);
  expect(text.split("\n").length).toBeLessThan(120);
});

test("when prompts do not differ, chance shows a difference in about one of twenty campaigns, however alike models answer", () => {
  const random = seededRandom(7);
  const noise = () => random.uniform() + random.uniform() + random.uniform() - 1.5;
  let shown = 0;
  const campaigns = 300;
  for (let campaign = 0; campaign < campaigns; campaign++) {
    // If a prompt suits a case by chance, it does so on every model: five models are not five times the cases.
    const suits = Array.from({ length: 12 }, () => ({ a: noise(), b: noise() }));
    const model = () => ({
      a: suits.map(({ a }) => 5 + a + 0.2 * noise()),
      b: suits.map(({ b }) => 5 + b + 0.2 * noise()),
    });
    const { variants } = campaignStatistics(
      campaignOf({ m1: model(), m2: model(), m3: model(), m4: model(), m5: model() }),
    );
    if (variants!.comparisons[0]!.verdict !== "no_difference_shown") shown += 1;
  }
  expect(shown / campaigns).toBeLessThan(0.085);
  expect(shown).toBeGreaterThan(0);
});
