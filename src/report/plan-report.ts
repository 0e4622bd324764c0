import type { CampaignPlan, ModelEstimate } from "../campaign/index.ts";
import type { JudgeEstimate } from "../judging/index.ts";
import { runsFolder } from "../store/index.ts";
import { toolsOfPlan } from "./plan-tools.ts";
import { type ReportedShard, shardField } from "./shard/part-line.ts";

/** Output of `assay plan --output json`. Within one `schema_version`, fields are only added. */
export interface PlanReport {
  schema_version: 1;
  kind: "plan_report";
  suite_id: string;
  run_profile_id: string;
  /** Folder of the runs, relative to the workspace root. */
  folder: string;
  /** Reasons why `assay run` would not start, such as a missing key. */
  problems: string[];
  /** Unusable stored files. */
  warnings: string[];
  /** Planned part of the campaign; omitted for all of it. */
  shard?: ReportedShard;
  totals: { trials: number; run: number; reuse: number; copy: number };
  /** Number of selected rows by dataset; omitted without datasets. */
  datasets?: { case_id: string; rows: number }[];
  models: (ModelEstimate & { run: number; reuse: number; copy: number })[];
  /** Null without an evaluation profile. */
  judging: JudgingReport | null;
  /** Tools that models may call, including the workspace's own, and what answers them. */
  tools: PlannedToolReport[];
  trials: PlannedTrialReport[];
}

export interface PlannedToolReport {
  name: string;
  answered_by: "assay" | "fixed answers" | "script" | "mcp server" | "recordings";
  /** `tool_id` or equivalent; null for a built-in tool. */
  tool: string | null;
  /** True if calls are recorded. */
  recorded: boolean;
  /** Number of cases that offer it. */
  cases: number;
}

/** Calls for judging the planned trials. */
export interface JudgingReport {
  evaluation_profile_id: string;
  judge_runs: JudgeEstimate[];
}

/** Also lists reasons why judges could not be asked. */
export interface JudgingPlan extends JudgingReport {
  problems: string[];
}

export interface PlannedTrialReport {
  model_id: string;
  case_id: string;
  repetition: number;
  run_id: string;
  /** `copy`: stored under other ids with the same inputs. */
  action: "run" | "reuse" | "copy";
  reason: string;
}

export function composePlanReport(
  plan: CampaignPlan,
  estimates: ModelEstimate[],
  judging: JudgingPlan | null = null,
): PlanReport {
  const trials = plan.trials.map(({ place, trial, decision }): PlannedTrialReport => {
    const { model_id, case_id, repetition } = place;
    const reason =
      decision.action === "run"
        ? decision.reason
        : decision.action === "copy"
          ? `same inputs as ${decision.from}`
          : `stored: ${decision.run.facts.status}`;
    return { model_id, case_id, repetition, run_id: trial.run_id, action: decision.action, reason };
  });
  const count = (of: PlannedTrialReport[], action: PlannedTrialReport["action"]) =>
    of.filter((trial) => trial.action === action).length;
  const counts = (of: PlannedTrialReport[]) => ({
    run: count(of, "run"),
    reuse: count(of, "reuse"),
    copy: count(of, "copy"),
  });
  return {
    schema_version: 1,
    kind: "plan_report",
    suite_id: plan.config.suite.suite_id,
    run_profile_id: plan.config.runProfile.run_profile_id,
    folder: `outputs/${runsFolder(plan.name)}`,
    problems: [...plan.problems, ...(judging?.problems ?? [])],
    warnings: plan.warnings,
    ...shardField(plan),
    totals: { trials: trials.length, ...counts(trials) },
    ...datasetsOf(plan),
    models: estimates.map((estimate) => ({
      ...estimate,
      ...counts(trials.filter(({ model_id }) => model_id === estimate.model_id)),
    })),
    tools: toolsOfPlan(plan),
    judging: judging && { evaluation_profile_id: judging.evaluation_profile_id, judge_runs: judging.judge_runs },
    trials,
  };
}

function datasetsOf({ config, trials }: CampaignPlan): Pick<PlanReport, "datasets"> {
  if (!config.cases.some(({ loaded }) => loaded.row !== undefined)) return {};
  const planned = new Set(trials.map(({ place }) => place.case_id));
  const rows = new Map<string, number>();
  for (const { loaded } of config.cases)
    if (loaded.row !== undefined && planned.has(loaded.case.case_id))
      rows.set(loaded.row.datasetCaseId, (rows.get(loaded.row.datasetCaseId) ?? 0) + 1);
  return { datasets: [...rows].map(([case_id, count]) => ({ case_id, rows: count })) };
}
