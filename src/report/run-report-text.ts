import { RUN_STATUSES } from "../records/index.ts";
import {
  bareTable,
  formatCount,
  formatUsd,
  type Layout,
  plural,
  restLine,
  shortLine,
} from "../text/presentation/index.ts";
import { interruption } from "./interruption.ts";
import { reservedSpending } from "./reserved-spending.ts";
import type { ReportedTrial, RunReport, RunTotals, Spend } from "./run-report.ts";
import { partLine } from "./shard/part-line.ts";

/** Further unsuccessful trials are only counted. */
const MOST_LISTED = 20;
const LONGEST_LINE = 300;

/** Renders a run: what was done and paid, a table of models, and problems. */
export function renderRunReport(report: RunReport, layout: Layout = {}): string {
  const { totals, spending } = report;
  return [
    ...partLine(report),
    `${report.suite_id} × ${report.run_profile_id}: ${headline(totals)}`,
    spendLine(totals),
    ...reservedSpending(spending),
    "",
    modelTable(report, layout),
    ...failures(report),
    ...notices(report),
    ...ending(report),
    "",
    `Runs: ${report.folder}`,
  ].join("\n");
}

function headline({ trials, executed, reused, not_run }: RunTotals): string {
  const parts = [`${executed} executed`, `${reused} reused`, ...(not_run > 0 ? [`${not_run} not run`] : [])];
  return `${plural(trials, "trial")} (${parts.join(", ")})`;
}

function spendLine({ new_spend, reused_spend, reused }: RunTotals): string {
  const fresh = `New spend: ${describeSpend(new_spend)}`;
  return reused > 0 ? `${fresh}. Reused, not paid again: ${describeSpend(reused_spend)}` : fresh;
}

function describeSpend(spend: Spend): string {
  const { cost_usd, runs_without_cost, prompt_tokens, completion_tokens, simulated_user_cost_usd: users } = spend;
  const tokens = `${formatCount(prompt_tokens)} + ${formatCount(completion_tokens)} tokens`;
  const unknown = runs_without_cost > 0 ? `, ${plural(runs_without_cost, "run")} without a reported cost` : "";
  const ofUsers = users === undefined ? "" : ` and ${formatUsd(users)} for simulated users`;
  return `${formatUsd(cost_usd)} (${tokens}${unknown})${ofUsers}`;
}

function modelTable({ models }: RunReport, layout: Layout): string {
  const statuses = RUN_STATUSES.filter(
    (status) => status === "success" || models.some((model) => model.statuses[status] > 0),
  );
  const someNotRun = models.some(({ not_run }) => not_run > 0);
  const head = ["model", "trials", ...statuses, ...(someNotRun ? ["not run"] : []), "reused", "new tokens", "new cost"];
  return bareTable(
    head,
    models.map(({ model_id, offline, new_spend, ...model }) => [
      offline ? `${model_id} (offline)` : model_id,
      model.trials,
      ...statuses.map((status) => model.statuses[status]),
      ...(someNotRun ? [model.not_run] : []),
      model.reused,
      formatCount(new_spend.prompt_tokens + new_spend.completion_tokens),
      new_spend.runs_without_cost > 0 && new_spend.cost_usd === 0 ? "unknown" : formatUsd(new_spend.cost_usd),
    ]),
    layout,
  );
}

function failures({ trials }: RunReport): string[] {
  const failed = trials.filter(({ status }) => status !== null && status !== "success");
  if (failed.length === 0) return [];
  return [
    "",
    "Did not succeed:",
    ...failed.slice(0, MOST_LISTED).map(describeFailure),
    ...restLine(failed.length, MOST_LISTED).map((line) => `  ${line}`),
  ];
}

function notices({ trials }: RunReport): string[] {
  const noted = trials.flatMap(({ model_id, case_id, repetition, notices: sentences }) =>
    sentences.map((sentence) => `  ${model_id}/${case_id} #${repetition}: ${shortLine(sentence, LONGEST_LINE)}`),
  );
  if (noted.length === 0) return [];
  return [
    "",
    "Worth knowing:",
    ...noted.slice(0, MOST_LISTED),
    ...restLine(noted.length, MOST_LISTED).map((line) => `  ${line}`),
  ];
}

function describeFailure({ model_id, case_id, repetition, status, failure, source }: ReportedTrial): string {
  const reused = source === "executed" ? "" : " (reused)";
  return `  ${model_id}/${case_id} #${repetition}: ${status}${reused}${failure ? `, ${shortLine(failure, LONGEST_LINE)}` : ""}`;
}

function ending({ ended, message, spending }: RunReport): string[] {
  switch (ended) {
    case "done":
      return [];
    case "interrupted":
      return ["", ...interruption(spending)];
    case "fail_fast":
      return ["", `Stopped by fail_fast: ${shortLine(message ?? "", LONGEST_LINE)}`];
    case "runner_error":
      return [
        "",
        `Stopped, because no other trial could have succeeded (stop_on_runner_error): ${shortLine(message ?? "", LONGEST_LINE)}`,
      ];
    case "cost_limit":
      return [
        "",
        `The campaign ${message}. What was finished is stored; the same command with a higher --max-cost-usd continues from there.`,
      ];
    case "store_error":
      return ["", `Stopped: ${shortLine(message ?? "", LONGEST_LINE)}`];
  }
}
