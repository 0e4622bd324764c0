import { expect, test } from "vitest";
import { campaignResult } from "../../../test/support/campaign-result.ts";
import { sectionText } from "../statistics/render.ts";
import type { CampaignReport } from "./campaign-report.ts";
import { scoreMatrix } from "./score-matrix.ts";

/** Makes model m score c + m/10 in case c. */
function matrixOf(models: number, cases: number): string {
  const planned = Array.from({ length: models }, (_, model) => ({
    model_id: `m${model}`,
    cases: Object.fromEntries(
      Array.from({ length: cases }, (_, number) => [`c${number}`, [[[(number % 8) + model / 10]]]]),
    ),
  }));
  return sectionText(scoreMatrix(campaignResult(planned, { passThreshold: 5 }) as CampaignReport));
}

test("few models are columns", () => {
  expect(matrixOf(2, 12)).toMatch(/case +m0 +m1/);
  expect(matrixOf(2, 12)).toMatch(/c7 +7\.0 ✓ +7\.1 ✓/);
});

test("many models on few cases are rows", () => {
  expect(matrixOf(20, 3)).toMatch(/model +c0 +c1 +c2/);
  expect(matrixOf(20, 3)).toMatch(/m19 +1\.9 ✗ +2\.9 ✗ +3\.9 ✗/);
});

test("many models on many cases: every case says how the models spread over it", () => {
  const text = matrixOf(20, 9);
  expect(text).toMatch(/case +mean +lowest +highest +passed/);
  expect(text).toMatch(/c4 +5\.0 +4\.0 m0 +5\.9 m19 +10\/20/);
});

test("a long list ends with how much more there is", () => {
  expect(matrixOf(2, 61)).toContain("… and 1 more case; --output json lists all");
});
