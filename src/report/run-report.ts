import type { CampaignOutcome, CampaignPlan, TrialOutcome } from "../campaign/index.ts";
import { type CampaignSpending, RUN_STATUSES, type RunStatus } from "../records/index.ts";
import { runFiles, runsFolder, type Store } from "../store/index.ts";
import { groupBy } from "../text/index.ts";
import { type ReportedShard, shardField } from "./shard/part-line.ts";

/** Output of `assay run --output json`. Within one `schema_version`, fields are only added. */
export interface RunReport {
  schema_version: 1;
  kind: "run_report";
  suite_id: string;
  run_profile_id: string;
  /** Folder of the runs, relative to the workspace root. */
  folder: string;
  /** `done`: every trial has an outcome. */
  ended: "done" | "interrupted" | "fail_fast" | "runner_error" | "cost_limit" | "store_error";
  /** Reason for ending early; null when done. */
  message: string | null;
  /** Total spending on the campaign by all commands, including judges, with its limit. */
  spending: CampaignSpending;
  /** Part of the campaign with the total number of trials; omitted for all of it. */
  shard?: ReportedShard;
  totals: RunTotals;
  models: ({ model_id: string; model: string; offline: boolean } & RunTotals)[];
  trials: ReportedTrial[];
  /** Unusable stored records, and what had to be paid for again. */
  warnings: string[];
}

export interface RunTotals {
  trials: number;
  executed: number;
  /** Reused trials, including copies from other campaigns. */
  reused: number;
  not_run: number;
  statuses: Record<RunStatus, number>;
  new_spend: Spend;
  /** Original cost of reused runs, not spent again. */
  reused_spend: Spend;
}

export interface Spend {
  /** Sum of the providers' reports. */
  cost_usd: number;
  /** Runs without a reported cost, which make the sum a lower bound. */
  runs_without_cost: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** Additional cost of simulated users; omitted if zero. */
  simulated_user_cost_usd?: number;
}

export interface ReportedTrial {
  model_id: string;
  case_id: string;
  repetition: number;
  run_id: string;
  /** `copied`: stored under another name, with the same inputs. */
  source: "executed" | "reused" | "copied" | "not_run";
  status: RunStatus | null;
  failure: string | null;
  duration_ms: number | null;
  cost_usd: number | null;
  /** Notes for the reader besides the outcome. */
  notices: string[];
  /** Path of the run's reading file, relative to the workspace root; null without one. */
  record: string | null;
}

export function composeRunReport(
  plan: CampaignPlan,
  { outcomes, stopped }: CampaignOutcome,
  spending: CampaignSpending,
): RunReport {
  const { suite, runProfile } = plan.config;
  const byModel = groupBy(outcomes, ({ planned }) => planned.question.place.model_id);
  return {
    schema_version: 1,
    kind: "run_report",
    suite_id: suite.suite_id,
    run_profile_id: runProfile.run_profile_id,
    folder: `outputs/${runsFolder(plan.name)}`,
    ended: stopped?.kind ?? "done",
    message: stopped?.message ?? null,
    spending,
    ...shardField(plan),
    totals: totalsOf(outcomes),
    models: [...byModel.values()].map((ofModel) => {
      const { trial, gateway } = ofModel[0]!.planned;
      const { model_id } = trial.model;
      return { model_id, model: trial.resolved_model, offline: gateway.offline, ...totalsOf(ofModel) };
    }),
    trials: outcomes.map((outcome) => reportTrial(outcome, plan.store)),
    warnings: plan.warnings,
  };
}

function totalsOf(outcomes: TrialOutcome[]): RunTotals {
  const statuses = Object.fromEntries(RUN_STATUSES.map((status) => [status, 0])) as Record<RunStatus, number>;
  for (const { summary } of outcomes) if (summary) statuses[summary.status] += 1;
  const executed = outcomes.filter(({ source }) => source === "executed");
  const reused = outcomes.filter(({ source }) => source === "reused" || source === "copied");
  return {
    trials: outcomes.length,
    executed: executed.length,
    reused: reused.length,
    not_run: outcomes.length - executed.length - reused.length,
    statuses,
    new_spend: spendOf(executed),
    reused_spend: spendOf(reused),
  };
}

function spendOf(outcomes: TrialOutcome[]): Spend {
  const spend: Spend = { cost_usd: 0, runs_without_cost: 0, prompt_tokens: 0, completion_tokens: 0 };
  let ofUsers = 0;
  for (const { summary, planned } of outcomes) {
    if (!summary) continue;
    spend.cost_usd += summary.cost_usd ?? 0;
    // Offline programs are free and report nothing.
    if (summary.cost_usd === null && !planned.gateway.offline) spend.runs_without_cost += 1;
    ofUsers += summary.user_cost_usd ?? 0;
    spend.prompt_tokens += summary.prompt_tokens;
    spend.completion_tokens += summary.completion_tokens;
  }
  return {
    ...spend,
    cost_usd: roundToMicrodollars(spend.cost_usd),
    ...(ofUsers > 0 ? { simulated_user_cost_usd: roundToMicrodollars(ofUsers) } : {}),
  };
}

/** Rounds away the digits that summing floats adds. */
function roundToMicrodollars(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

function reportTrial({ planned, source, summary }: TrialOutcome, store: Store): ReportedTrial {
  const { model_id, case_id, repetition } = planned.place;
  return {
    model_id,
    case_id,
    repetition,
    run_id: planned.trial.run_id,
    source,
    status: summary?.status ?? null,
    failure: summary?.failure?.message ?? null,
    duration_ms: summary?.duration_ms ?? null,
    cost_usd: summary?.cost_usd ?? null,
    notices: summary?.notices ?? [],
    record: summary && store.tree.hasRun(planned.place) ? `outputs/${runFiles(planned.place).record}` : null,
  };
}
