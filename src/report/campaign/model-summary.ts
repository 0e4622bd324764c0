import { DIMENSIONS, type Dimension, type JudgedCampaign, type TrialResult } from "../../records/index.ts";
import { caseMeans, mean, meanOverCases, standardDeviation } from "../../statistics/index.ts";
import { scoresByCase } from "../statistics/score-table.ts";

/** Results of a model over its cases. Repetitions are averaged first, so that cases have equal weight. */
export interface ModelSummary {
  model_id: string;
  label: string;
  offline: boolean;
  /** Mean over cases of the mean over repetitions; null without scores. */
  score: number | null;
  /** Standard deviation between cases; null with fewer than two. */
  spread_between_cases: number | null;
  /** Mean of the standard deviations between repetitions, over cases run several times; null without any. */
  spread_between_repetitions: number | null;
  dimensions: Record<Dimension, number> | null;
  trials: number;
  scored: number;
  /** Number of passing trials; null if nothing decides it: no threshold, no required check, no judges and no checks. */
  passed: number | null;
  /** Number of trials with a decision. */
  decided: number;
  checks: { passed: number; total: number };
  tool_calls: number;
  mean_latency_ms: number | null;
  /** Cost of the runs, new and reused; null if no provider reported one. */
  run_cost_usd: number | null;
}

export function modelSummaries({ models, trials, aggregation }: JudgedCampaign): ModelSummary[] {
  return models.map(({ model_id, label, offline }) => {
    const own = trials.filter((trial) => trial.model_id === model_id);
    const scored = own.filter(({ score }) => score !== null);
    const scores = [...scoresByCase(scored).values()];
    const repeated = scores.filter((list) => list.length > 1);
    const decided = own.filter(({ passed }) => passed !== null).length;
    const ran = own.filter(({ run }) => run !== null);
    const costs = ran.map(({ run }) => run!.cost_usd).filter((cost) => cost !== null);
    return {
      model_id,
      label,
      offline,
      score: meanOverCases(scores),
      spread_between_cases: standardDeviation(caseMeans(scores)),
      spread_between_repetitions: repeated.length === 0 ? null : mean(repeated.map((list) => standardDeviation(list)!)),
      dimensions: scored.length === 0 ? null : dimensionMeans(scored),
      trials: own.length,
      scored: scored.length,
      passed:
        aggregation.pass_threshold === null && decided === 0
          ? null
          : own.filter(({ passed }) => passed === true).length,
      decided,
      checks: { passed: total(own, ({ checks }) => checks.passed), total: total(own, ({ checks }) => checks.total) },
      tool_calls: total(ran, ({ run }) => run!.tool_calls),
      mean_latency_ms: ran.length === 0 ? null : mean(ran.map(({ run }) => run!.latency_ms)),
      run_cost_usd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    };
  });
}

function dimensionMeans(scored: TrialResult[]): Record<Dimension, number> {
  const entries = DIMENSIONS.map((dimension) => {
    const scores = scored.map(({ case_id, dimensions }) => ({ case_id, score: dimensions![dimension].score }));
    return [dimension, meanOverCases([...scoresByCase(scores).values()])];
  });
  return Object.fromEntries(entries) as Record<Dimension, number>;
}

function total(trials: TrialResult[], pick: (trial: TrialResult) => number): number {
  return trials.reduce((sum, trial) => sum + pick(trial), 0);
}
