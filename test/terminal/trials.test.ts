import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { TrialListing } from "../../src/report/index.ts";
import { assay } from "../support/assay.ts";
import { readCsv } from "../support/foreign-readers.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { CAMPAIGN, judgedQuickstart } from "./quickstart.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await judgedQuickstart();
}, 180_000);

async function listed(...words: string[]): Promise<TrialListing> {
  const { code, stdout, stderr } = await assay(["trials", ...words, "--output", "json"], { cwd });
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const names = ({ trials }: TrialListing) => trials.map(({ trial }) => trial);

test("all trials of the campaign are listed, with what the report says of each", async () => {
  const { stdout } = await assay(["report", ...CAMPAIGN, "--output", "json"], { cwd });
  const report = JSON.parse(stdout);
  const { trials, of } = await listed();
  expect([trials.length, of]).toEqual([64, 64]);
  const key = ({ model_id, case_id, repetition }: TrialListing["trials"][number]) =>
    `${model_id}/${case_id}/${repetition}`;
  const found = new Map(trials.map((trial) => [key(trial), trial]));
  for (const trial of report.trials) {
    const { status, score, passed, checks_passed, checks_total, checks_not_passed, run_id } = found.get(key(trial))!;
    expect({ status, score, passed, checks_passed, checks_total, checks_not_passed, run_id }).toEqual({
      status: trial.run_status,
      score: trial.score,
      passed: trial.passed,
      checks_passed: trial.checks.passed,
      checks_total: trial.checks.total,
      checks_not_passed: trial.checks.not_passed.map((check: { check_id: string }) => check.check_id),
      run_id: trial.run_id,
    });
  }
});

describe("a filter", () => {
  test("--failed keeps those that make the exit code 1", async () => {
    const { trials } = await listed("--failed");
    expect(trials).toHaveLength(40);
    expect(trials.every(({ status, passed }) => status !== "success" || passed === false)).toBe(true);
    expect(trials.find(({ trial }) => trial === "failing/summary")?.failed).toBe("the run ended with failed");
  });

  test("--status takes how a run ended and how its judging did", async () => {
    expect(names(await listed("--status", "failed"))).toEqual([
      "failing/summary",
      "failing/summary/2",
      "failing/unknown_person",
      "failing/unknown_person/2",
    ]);
    expect((await listed("--status", "scored")).trials).toHaveLength(64);
    expect((await listed("--status", "timed_out", "--status", "failed")).trials).toHaveLength(4);
  });

  test("--score takes a range, and what lies outside of it is not listed", async () => {
    const { trials } = await listed("--score", "<2");
    expect(trials.length).toBeGreaterThan(0);
    expect(trials.every(({ score }) => score! < 2)).toBe(true);
    expect((await listed("--score", "none")).trials).toEqual([]);
  });

  test("--check keeps trials in which the check did not pass", async () => {
    const { trials } = await listed("--check", "two-tool-calls", "--model", "erratic");
    expect(trials.map(({ checks_not_passed }) => checks_not_passed.includes("two-tool-calls"))).toEqual([true, true]);
  });

  test("--text finds words of answers and of judges' reasons, whatever their case", async () => {
    expect(names(await listed("--text", "I GIVE UP", "--model", "erratic"))).toEqual([
      "erratic/greeting_file",
      "erratic/run_script",
    ]);
    expect((await listed("--text", "nothing was delivered")).trials).toHaveLength(4);
    expect((await listed("--text", "greeting_file")).trials).toHaveLength(8);
  });

  test("several have to hold together", async () => {
    const { trials, filters } = await listed("--failed", "--model", "erratic", "--case", "summary");
    expect(names({ trials } as TrialListing)).toEqual(["erratic/summary/2"]);
    expect(filters).toEqual(["--model erratic", "--case summary", "--failed"]);
  });
});

test("an empty list says what each filter keeps out", async () => {
  expect((await listed("--failed", "--model", "diligent")).widen).toEqual([
    { without: "--model diligent", trials: 40 },
    { without: "--failed", trials: 16 },
  ]);
  const { stdout, code } = await assay(["trials", "--failed", "--model", "diligent"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("0 of 64 trials match --model diligent --failed");
  expect(stdout).toContain("Without --failed: 16 trials.");
});

test("CSV has a line for each trial, and every column of the JSON", async () => {
  const { stdout } = await assay(["trials", "--failed", "--output", "csv"], { cwd });
  const rows = readCsv(stdout);
  expect(rows).toHaveLength(40);
  const [first] = (await listed("--failed")).trials;
  expect(Object.keys(rows[0]!)).toEqual(Object.keys(first!));
  expect(rows[0]!.run_id).toBe(first!.run_id);
});

test("in a pipe nothing is wrapped or painted, and the first failed one is named", async () => {
  const { stdout } = await assay(["trials", "--failed"], { cwd });
  expect(stdout).not.toContain("\u001b");
  expect(stdout.split("\n")[0]).toMatch(/40 of 64 trials match --failed$/);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("Next: assay show erratic/arithmetic");
});

describe("a mistake", () => {
  test.each([
    [["--score", "bad"], /--score takes '<6', '<=6', .* not "bad"/],
    [["--status", "sucess"], /--status takes success, .* not "sucess"\. Did you mean "success"\?/],
    [["no_such_campaign"], /no_such_campaign is not a campaign of .*There are:\n {2}quickstart\//s],
    [["--output", "xml"], /--output takes text, json or csv, not "xml"/],
  ])("%j is refused, with exit code 2", async (words, message) => {
    const { code, stderr, stdout } = await assay(["trials", ...words], { cwd });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });

  test("a folder without a store says so", async () => {
    const { code, stderr } = await assay(["trials"], { cwd: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining("there are no campaigns in")]);
  });
});

test("the summary of a trial begins with the task and the whole answer, and names checks that passed", async () => {
  const [campaign] = (await listed()).campaign.split("\n");
  const folder = join(cwd, "outputs/evaluations", campaign!, "diligent/capital");
  const summary = readFileSync(join(folder, "evaluation_result_summary_1.md"), "utf8");
  const order = ["# diligent on capital", "## Task", "**user**", "## Answer", "PARIS", "## Scores", "## Checks"];
  expect(order.map((part) => summary.indexOf(part)).every((at, index, all) => at > (all[index - 1] ?? -1))).toBe(true);
  expect(summary).toContain("- ✓ `one-word-in-capitals` passed: ");
});

test("the report stays beside the chart, and a report about a few trials does not take its place", async () => {
  const { campaign } = await listed();
  const kept = join(cwd, "outputs/evaluations", campaign, "report.md");
  const whole = readFileSync(kept, "utf8");
  expect(whole).toContain("64 trials (64 scored)");
  const { stdout } = await assay(["report", ...CAMPAIGN, "--output", "markdown"], { cwd });
  expect(whole.replace(/^- New spend.*$/m, "")).toBe(stdout.trimEnd().replace(/^- New spend.*$/m, ""));
  await assay(["run-eval", ...CAMPAIGN, "--only", "failed", "--quiet"], { cwd });
  expect(readFileSync(kept, "utf8")).toBe(whole);
});

test("run-eval --only takes nothing but failed", async () => {
  const { code, stderr } = await assay(["run-eval", ...CAMPAIGN, "--only", "slow"], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--only takes failed, not "slow"')]);
});
