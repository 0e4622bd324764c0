import { DIMENSIONS, type RunRecord, type TrialResult } from "../../records/index.ts";
import { CAMPAIGN_COLUMNS, campaignCells, columnsOf, type Table, type TableRow } from "./column.ts";

/** One row per trial: subject × case × repetition. */
export const TRIALS: Table = {
  name: "trials",
  columns: [
    ...CAMPAIGN_COLUMNS,
    ...columnsOf("text", {
      model_id: "the subject; with a variant `<model_id>+<variant_id>`",
      model: "the model string after resolution",
      variant_id: "the variant; empty for a model as it is",
      case_id: "the case",
      dataset_case_id: "for a row of a dataset, the case that has it",
    }),
    ...columnsOf("integer", { repetition: "counted from 1" }),
    ...columnsOf("text", {
      state: "`scored`, `checked`, `unscored`, `not_judged` or `not_run`",
      reason: "why there is no score",
      run_status: "`success`, `failed`, `timed_out`, `invalid` or `provider_error`; empty when it was not run",
    }),
    ...columnsOf("boolean", { passed: "threshold and required checks; empty when nothing decides it" }),
    ...columnsOf("number", {
      score: "0 to 10; empty when there is none",
      ...Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, `the dimension ${dimension}, 0 to 10`])),
      disagreement: "highest minus lowest score between judge runs",
    }),
    ...columnsOf("text", { judge_reason: "what decided the score, in the judge's words" }),
    ...columnsOf("integer", {
      checks_passed: "checks that passed",
      checks_failed: "checks that failed",
      checks_error: "checks that could not be decided",
    }),
    ...columnsOf("text", { checks_not_passed: "their `check_id`s, separated by spaces" }),
    ...columnsOf("boolean", { names_itself: "the subject's words name its own model" }),
    ...columnsOf("number", {
      run_cost_usd: "as the provider reported it; empty when it did not",
      judging_cost_usd: "of all judge calls about the trial, the same way",
    }),
    ...columnsOf("integer", {
      latency_ms: "time spent waiting for the model",
      duration_ms: "the whole run",
      prompt_tokens: "as reported",
      completion_tokens: "as reported",
      tool_calls: "tools that the subject called",
    }),
    ...columnsOf("text", {
      run_id: "SHA-256 of the trial's effective inputs",
      started_at: "when the run began, ISO 8601 in UTC",
      failure: "why the run did not succeed",
      final_output: "what the subject answered last",
    }),
  ],
  *rows(report, records) {
    const campaign = campaignCells(report);
    const models = new Map(report.models.map((model) => [model.model_id, model]));
    const datasets = new Map(report.cases.map(({ case_id, dataset_case_id = null }) => [case_id, dataset_case_id]));
    for (const trial of report.trials) {
      const model = models.get(trial.model_id);
      yield {
        ...campaign,
        model: model?.model ?? null,
        variant_id: model?.variant?.variant_id ?? null,
        dataset_case_id: datasets.get(trial.case_id) ?? null,
        ...resultCells(trial),
        ...recordCells(trial.run_id === null ? null : records.run(trial.run_id)),
      };
    }
  },
};

function resultCells(trial: TrialResult): TableRow {
  const { model_id, case_id, repetition, state, reason, run_status, passed, score, disagreement, checks, run } = trial;
  return {
    ...{ model_id, case_id, repetition, state, reason, run_status, passed, score, disagreement },
    ...Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, trial.dimensions?.[dimension].score ?? null])),
    judge_reason: trial.judge_reason,
    checks_passed: checks.passed,
    checks_failed: checks.failed,
    checks_error: checks.error,
    checks_not_passed: checks.not_passed.map(({ check_id }) => check_id).join(" ") || null,
    names_itself: trial.names_itself,
    run_cost_usd: run?.cost_usd ?? null,
    judging_cost_usd: judgingCost(trial),
    latency_ms: run?.latency_ms ?? null,
    duration_ms: run?.duration_ms ?? null,
    prompt_tokens: run?.prompt_tokens ?? null,
    completion_tokens: run?.completion_tokens ?? null,
    tool_calls: run?.tool_calls ?? null,
    run_id: trial.run_id,
  };
}

function judgingCost({ judge_runs }: TrialResult): number | null {
  const costs = judge_runs.flatMap(({ iterations }) => iterations.flatMap(({ cost_usd }) => cost_usd ?? []));
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}

function recordCells(record: RunRecord | null): TableRow {
  return {
    started_at: record?.artifact.timing.started_at ?? null,
    failure: record?.artifact.failure?.message ?? null,
    final_output: record?.artifact.final_output ?? null,
  };
}
