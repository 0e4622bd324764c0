import type { IterationResult, JudgedCampaign, TrialResult } from "../../src/records/index.ts";

/** Judge scores of one run: a list per judge run, one score per judge repetition; `null` broke its contract. */
export type JudgeScores = (number | null)[][];

export interface PlannedModel {
  model_id: string;
  /** Case id → runs → the judges' scores; a run that is null was not judged. */
  cases: Record<string, (JudgeScores | null)[]>;
  cost?: number | null;
  latencyMs?: number;
  tokens?: number | null;
}

/** A campaign's result as judging would give it, from nothing but scores; a run's score is the mean of its valid verdicts. */
export function campaignResult(
  models: PlannedModel[],
  { passThreshold = null as number | null, judgeCost = 0.001 as number | null } = {},
): JudgedCampaign {
  const caseIds = [...new Set(models.flatMap(({ cases }) => Object.keys(cases)))];
  const first = models.flatMap(({ cases }) => Object.values(cases).flat()).find((run) => run !== null);
  const trials = models.flatMap((model) =>
    caseIds.flatMap((caseId) =>
      (model.cases[caseId] ?? []).map((judges, run) => trial(model, caseId, run + 1, judges, passThreshold, judgeCost)),
    ),
  );
  return {
    schema_version: 1,
    suite_id: "suite",
    suite_title: "Suite",
    run_profile_id: "run",
    evaluation_profile_id: "evaluation",
    aggregation: { method: "mean", pass_threshold: passThreshold },
    models: models.map(({ model_id }) => ({ model_id, label: model_id, model: `x/${model_id}`, offline: false })),
    cases: caseIds.map((case_id) => ({ case_id, title: case_id, runner: "llm_probe", tags: [] })),
    judge_runs: (first ?? []).map((scores, index) => ({
      judge_run_id: `judge_${index + 1}`,
      judge_id: `judge_${index + 1}`,
      model: "x/judge",
      offline: false,
      repetitions: scores.length,
      sample_size: null,
    })),
    trials,
    calls: { made: 0, reused: 0 },
    costs: { runs: { new_usd: null, reused_usd: null }, judging: { new_usd: null, reused_usd: null } },
    warnings: [],
  };
}

function trial(
  model: PlannedModel,
  caseId: string,
  repetition: number,
  judges: JudgeScores | null,
  threshold: number | null,
  judgeCost: number | null,
): TrialResult {
  const judgeRuns = (judges ?? []).map((scores, index) => ({
    judge_run_id: `judge_${index + 1}`,
    judge_id: `judge_${index + 1}`,
    score: mean(scores.filter((score) => score !== null)),
    passed: null,
    dimensions: null,
    iterations: scores.map((score, number) => ({
      ...iteration(score, number + 1, judgeCost),
      call_id: `${model.model_id}/${caseId}/${repetition}/${index}/${number}`,
    })),
  }));
  const score = mean(judgeRuns.map((run) => run.score).filter((value) => value !== null));
  return {
    model_id: model.model_id,
    case_id: caseId,
    repetition,
    state: judges === null ? "not_judged" : score === null ? "unscored" : "scored",
    reason: score === null ? "no score" : null,
    names_itself: false,
    run_status: "success",
    run_id: "0".repeat(64),
    score,
    passed: score === null || threshold === null ? null : score >= threshold,
    dimensions: null,
    judge_runs: judgeRuns,
    judge_reason: null,
    disagreement: null,
    checks: { passed: 0, failed: 0, error: 0, total: 0, outcomes: [], not_passed: [] },
    grounding: { items: 2, quoting: 2, grounded: 1, task_only: 0, places: { answer: 1, nowhere: 1 } },
    run: {
      reused: false,
      cost_usd: model.cost === undefined ? 0.01 : model.cost,
      latency_ms: model.latencyMs ?? 1000,
      duration_ms: 1000,
      prompt_tokens: model.tokens === undefined ? 100 : model.tokens,
      completion_tokens: model.tokens === undefined ? 20 : model.tokens,
      tool_calls: 0,
    },
    judging: { calls_made: 1, calls_reused: 0, new_usd: judgeCost, reused_usd: null },
    files: { run: null, evaluation: null },
    warnings: [],
  };
}

function iteration(score: number | null, repetition: number, cost: number | null): IterationResult {
  return {
    repetition,
    status: score === null ? "invalid" : "verdict",
    aggregated: score !== null,
    score,
    dimensions: null,
    attempts: 1,
    repairs: [],
    broken_answers: [],
    problem: score === null ? "not JSON" : null,
    grounding: { items: 2, quoting: 2, grounded: 1, task_only: 0, places: { answer: 1, nowhere: 1 } },
    reused: false,
    cost_usd: cost,
    call_id: "0".repeat(64),
  };
}

function mean(values: number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
