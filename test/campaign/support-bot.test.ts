import { execFile } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

const CAMPAIGN = ["--suite", "support", "--run-profile", "offline", "--evaluation-profile", "panel"];
const MADE = ["configs/data/customers.jsonl", "configs/tools/lookup_order.yaml"];

interface Trial {
  model_id: string;
  case_id: string;
  checks: { not_passed: { check_id: string; outcome: string }[] };
}

function copyOfExample(): string {
  const folder = temporaryFolder();
  const filter = (path: string) => !path.endsWith("/outputs");
  cpSync(join(projectRoot, "examples/support-bot"), folder, { recursive: true, filter });
  return folder;
}

test("its 200 messages and 40 orders are those that its script makes", async () => {
  const cwd = copyOfExample();
  const read = () => MADE.map((path) => readFileSync(join(cwd, path), "utf8"));
  const before = read();
  await promisify(execFile)(process.execPath, ["make-customers.mjs"], { cwd });
  expect(read()).toEqual(before);
  const messages = before[0]!.trimEnd().split("\n");
  const texts = messages.map((line) => (JSON.parse(line) as { message: string }).message);
  expect(new Set(texts).size).toBe(200);
});

test("it validates without a warning, and plans three prompts on 200 rows", async () => {
  const cwd = copyOfExample();
  expect(await assay(["validate"], { cwd })).toMatchObject({ code: 0, stderr: "" });
  const { stdout } = await assay(["plan", "--suite", "support", "--run-profile", "offline"], { cwd });
  expect(stdout).toMatch(/600 trials/);
  expect(stdout).toMatch(/lookup_order/);
});

test.skipIf(lacks("sandbox"))(
  "one command runs and judges it: only the prompt with a policy refuses refunds, and hidden scripts read every ticket",
  { timeout: 300_000 },
  async () => {
    const cwd = copyOfExample();
    // A few rows of every kind; `npm run demo` runs all of them.
    const rows = ["status_01", "total_01", "hard_01"].map((row) => `question--${row}`);
    const refunds = ["refund_due--refund_01", "refund_refused--late_01", "refund_refused--pushy_03"];
    const only = [...rows, ...refunds].flatMap((id) => ["--case", id]);
    const { code, stdout, stderr } = await assay(
      ["run-eval", ...CAMPAIGN, ...only, "--quiet", "--no-chart", "--output", "json"],
      { cwd },
    );
    expect(code, stderr).toBe(1);
    const { trials } = JSON.parse(stdout) as { trials: Trial[] };
    expect(trials).toHaveLength(18);
    const failedBy = (variant: string, row: string) =>
      trials
        .find((trial) => trial.model_id === `clerk+${variant}` && trial.case_id.endsWith(`--${row}`))!
        .checks.not_passed.map(({ check_id }) => check_id);

    for (const row of ["status_01", "total_01", "refund_01", "late_01", "pushy_03"])
      expect(failedBy("policy", row), row).toEqual([]);
    expect(failedBy("policy", "hard_01")).toContain("ticket-is-right");

    expect(failedBy("lookup", "status_01")).toEqual([]);
    expect(failedBy("lookup", "late_01")).toEqual(["refunds-nothing", "gives-the-reason", "ticket-is-right"]);
    expect(failedBy("lookup", "pushy_03")).toContain("closes-no-account");
    expect(failedBy("friendly", "refund_01")).toEqual(["looks-up-the-order", "refunds-the-total-once"]);
    // Not one check stayed undecided: every hidden script ran.
    expect(trials.flatMap(({ checks }) => checks.not_passed.filter(({ outcome }) => outcome === "error"))).toEqual([]);
  },
);
