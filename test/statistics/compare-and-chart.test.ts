import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { assay } from "../support/assay.ts";
import { damageRecords } from "../support/log-lines.ts";
import { projectRoot } from "../support/project-root.ts";
import { evaluationRecord } from "../support/store-records.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A workspace whose store holds judged campaigns: name → scores of one model by case. */
async function workspace(campaigns: Record<string, number[]>): Promise<string> {
  const folder = temporaryFolder({ "configs/suites/s.yaml": "" });
  const store = openStore(join(folder, "outputs"));
  for (const [campaign, scores] of Object.entries(campaigns))
    for (const [index, score] of scores.entries()) {
      const place = `${campaign}/m/case_${index + 1}/1`;
      store.append({ kind: "evaluation", key: place, place, value: evaluationRecord("r", score) });
    }
  await store.close();
  return folder;
}

const CAMPAIGN = ["--suite", "quickstart", "--run-profile", "offline", "--evaluation-profile", "offline_judge"];

describe("the chart's footnote", () => {
  test("needs a chart: refused with --no-chart before anything is spent, drawn by report without being asked twice", async () => {
    const cwd = temporaryFolder();
    cpSync(join(projectRoot, "examples", "quickstart", "configs"), join(cwd, "configs"), { recursive: true });
    const refused = await assay(["run-eval", ...CAMPAIGN, "--no-chart", "--chart-footnote", "x"], { cwd });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--chart-footnote needs a chart") });
    expect(existsSync(join(cwd, "outputs"))).toBe(false);
    await assay(["report", ...CAMPAIGN, "--chart-footnote", "Prices of May"], { cwd });
    expect(readFileSync(join(cwd, "score_cost.svg"), "utf8")).toContain(">Prices of May</text>");
    expect(existsSync(join(cwd, "score_cost.png"))).toBe(true);
  });
});

describe("assay compare with two models", () => {
  test("reads the stored campaign, pairs its cases and calls nobody", async () => {
    const cwd = temporaryFolder();
    cpSync(join(projectRoot, "examples", "quickstart", "configs"), join(cwd, "configs"), { recursive: true });
    const unjudged = await assay(["compare", "hasty", "diligent", ...CAMPAIGN], { cwd });
    expect(unjudged).toMatchObject({ code: 2, stderr: expect.stringContaining("no case has a score on both sides") });
    expect(unjudged.stderr).toContain("Left out of the base: 16 trials (hasty/");
    await assay(["run-eval", ...CAMPAIGN, "--quiet", "--no-chart"], { cwd });
    const { code, stdout } = await assay(["compare", "hasty", "diligent", ...CAMPAIGN, "--output", "json"], { cwd });
    expect(code).toBe(0);
    const comparison = JSON.parse(stdout);
    expect(comparison.candidate.mean).toBeGreaterThan(comparison.base.mean);
    expect(comparison.overall.difference.cases).toBe(comparison.cases.length);
    expect((await assay(["compare", "diligent", "failing", ...CAMPAIGN, "--fail-on-regression"], { cwd })).code).toBe(
      1,
    );
  });

  test("an unknown model and a model compared with itself are refused", async () => {
    const cwd = temporaryFolder();
    cpSync(join(projectRoot, "examples", "quickstart", "configs"), join(cwd, "configs"), { recursive: true });
    expect(await assay(["compare", "hastey", "diligent", ...CAMPAIGN], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--model hastey is not among the models of suite quickstart"),
    });
    expect(await assay(["compare", "hasty", "hasty", ...CAMPAIGN], { cwd })).toMatchObject({ code: 2 });
  });
});

const before = [5, 7, 6, 8, 4, 9, 6, 7];
const worse = before.map((score, index) => score - 1 + (index % 2) / 10);
const OLD = "s/run-11111111/eval-22222222";
const NEW = "s/run-33333333/eval-22222222";

describe("assay compare with two folders", () => {
  test("says how much the candidate differs, and ends well without a gate", async () => {
    const cwd = await workspace({ [OLD]: before, [NEW]: worse });
    const { code, stdout, stderr } = await assay(["compare", OLD, NEW], { cwd });
    expect(stderr).toBe("");
    expect(stdout).toContain(`base       ${OLD}: 6.50`);
    expect(stdout).toContain(
      "The base is better than the candidate by 0.95, 95 % interval 0.91 to 0.99, rough (8 cases: 0 higher, 8 lower",
    );
    expect(code).toBe(0);
  });

  test("--fail-on-regression ends with 1 when the interval lies below the margin, with 0 when it does not", async () => {
    const cwd = await workspace({ [OLD]: before, [NEW]: worse });
    const gate = (...words: string[]) => assay(["compare", OLD, NEW, "--fail-on-regression", ...words], { cwd });
    expect(await gate()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Regression shown: the candidate scores"),
    });
    expect(await gate("0.5")).toMatchObject({ code: 1 });
    expect(await gate("2")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("No regression by more than 2.0"),
    });
    expect(await gate("much")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--fail-on-regression takes a number of points from 0 to 10, not "much"'),
    });
  });

  test("JSON is documented data, Markdown is a comment", async () => {
    const cwd = await workspace({ [OLD]: before, [NEW]: worse });
    const json = JSON.parse((await assay(["compare", OLD, NEW, "--output", "json"], { cwd })).stdout);
    expect(json).toMatchObject({
      schema_version: 1,
      kind: "comparison",
      overall: { verdict: "second_better" },
      regression: null,
    });
    const markdown = await assay(["compare", OLD, NEW, "--output", "markdown", "--fail-on-regression"], { cwd });
    expect(markdown.stdout).toMatch(/^## Assay: candidate against base\n\n\*\*❌ Regression/);
  });

  test("a path from the shell works, a damaged record is left out loudly", async () => {
    const cwd = await workspace({ [OLD]: before, [NEW]: worse });
    damageRecords(cwd, ({ place }) => place === `${NEW}/m/case_1/1`);
    const { code, stdout, stderr } = await assay(
      ["compare", `outputs/evaluations/${OLD}/`, `${cwd}/outputs/evaluations/${NEW}`],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).toContain("(7 cases:");
    expect(stderr).toContain("left out:");
  });

  test("a folder above several campaigns, an unknown one, and the same one twice are refused with what to do", async () => {
    const cwd = await workspace({ [OLD]: before, [NEW]: worse });
    const refused = async (...words: string[]) => {
      const { code, stderr } = await assay(["compare", ...words], { cwd });
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused("s", NEW)).toContain(`s holds 2 judged campaigns; name one of them:\n  ${OLD}\n  ${NEW}`);
    expect(await refused("gpt", NEW)).toContain("gpt is not a judged campaign (for two model ids add --suite");
    expect(await refused(OLD, OLD)).toContain("are the same campaign");
    expect(await refused("a", "b", "--suite", "s")).toContain(
      "assay compare a b needs --run-profile and --evaluation-profile",
    );
  });
});
