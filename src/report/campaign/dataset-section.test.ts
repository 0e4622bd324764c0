import { expect, test } from "vitest";
import { campaignResult } from "../../../test/support/campaign-result.ts";
import { sectionText } from "../statistics/render.ts";
import type { CampaignReport } from "./campaign-report.ts";
import { datasetSections } from "./dataset-section.ts";
import { scoreMatrix } from "./score-matrix.ts";

/** Makes a hand-written case `c`, and rows of `d` with the given scores, or n/10 for row n. */
function reportOf(rows: number, models = 1): CampaignReport {
  const planned = Array.from({ length: models }, (_, model) => ({
    model_id: `m${model}`,
    cases: {
      c: [[[9]]],
      ...Object.fromEntries(Array.from({ length: rows }, (_, row) => [`d--r${row}`, [[[row / 10]]]])),
    },
  }));
  const result = campaignResult(planned, { passThreshold: 5 });
  for (const entry of result.cases) if (entry.case_id.startsWith("d--")) entry.dataset_case_id = "d";
  return result as CampaignReport;
}

test("all rows of a dataset are one line among the cases, with their mean and how many passed", () => {
  const text = sectionText(scoreMatrix(reportOf(100)));
  expect(text).toMatch(/c +9\.0 ✓/);
  expect(text).toMatch(/d \(100 rows\) +5\.0 ±2\.9 50\/100/);
  expect(text).not.toContain("d--r0");
});

test("the lowest rows are listed, worst first, and the rest counted", () => {
  const [section, ...others] = datasetSections(reportOf(100));
  expect(others).toEqual([]);
  expect(section!.title).toBe("Rows of d, lowest first");
  expect(section!.table!.rows.map(([row]) => row)).toEqual(Array.from({ length: 10 }, (_, row) => `d--r${row}`));
  expect(section!.lines).toEqual(["… and 90 more rows; --output json lists every trial"]);
});

test("few rows are listed all", () => {
  const [section] = datasetSections(reportOf(3));
  expect(section).toMatchObject({ title: "Rows of d", lines: [] });
  expect(section!.table!.rows).toHaveLength(3);
});

test("more models than fit are one column", () => {
  expect(datasetSections(reportOf(20, 20))[0]!.table!.head).toEqual(["row", "all models"]);
});

test("without a score the rows that failed come first, and those of which nothing is known before them", () => {
  const report = reportOf(12);
  for (const trial of report.trials) {
    trial.score = null;
    trial.passed = trial.case_id === "d--r7" ? false : trial.case_id === "d--r9" ? null : true;
  }
  expect(
    datasetSections(report)[0]!
      .table!.rows.slice(0, 3)
      .map(([row]) => row),
  ).toEqual(["d--r9", "d--r7", "d--r0"]);
});

test("a dataset of one row is a case like any other", () => {
  expect(datasetSections(reportOf(1))).toEqual([]);
  expect(sectionText(scoreMatrix(reportOf(1)))).toContain("d--r0");
});

test("a campaign without a dataset has no such section", () => {
  expect(datasetSections(reportOf(0))).toEqual([]);
});
