import { DIMENSIONS, type Dimension, type JudgedCampaign, type TrialResult } from "../../records/index.ts";
import { mean } from "../../statistics/index.ts";

/** One model over all of its cases, with repetitions folded in: every case counts the same, however often it was run. */
export interface ModelSummary {
  model_id: string;
  label: string;
  offline: boolean;
  /** Mean over cases of the mean over repetitions; null when nothing is scored. */
  score: number | null;
  /** Standard deviation between cases; null with fewer than two. */
  spread_between_cases: number | null;
  /** Mean, over cases that were run several times, of the standard deviation between repetitions; null without any. */
  spread_between_repetitions: number | null;
  dimensions: Record<Dimension, number> | null;
  trials: number;
  scored: number;
  /** Trials that pass; null when nothing decides it: no threshold, no required check, no judges and no checks. */
  passed: number | null;
  /** Trials of which it is known whether they pass. */
  decided: number;
  checks: { passed: number; total: number };
  tool_calls: number;
  mean_latency_ms: number | null;
  /** What the runs cost, new and reused; null when no provider said. */
  run_cost_usd: number | null;
}

export function modelSummaries({ models, trials, aggregation }: JudgedCampaign): ModelSummary[] {
  return models.map(({ model_id, label, offline }) => {
    const own = trials.filter((trial) => trial.model_id === model_id);
    const scored = own.filter(({ score }) => score !== null);
    const byCase = groupByCase(scored);
    const caseMeans = byCase.map((group) => mean(group.map(({ score }) => score!)));
    const repeated = byCase.filter((group) => group.length > 1);
    const decided = own.filter(({ passed }) => passed !== null).length;
    const ran = own.filter(({ run }) => run !== null);
    const costs = ran.map(({ run }) => run!.cost_usd).filter((cost) => cost !== null);
    return {
      model_id,
      label,
      offline,
      score: scored.length === 0 ? null : mean(caseMeans),
      spread_between_cases: deviation(caseMeans),
      spread_between_repetitions:
        repeated.length === 0 ? null : mean(repeated.map((group) => deviation(group.map(({ score }) => score!))!)),
      dimensions: scored.length === 0 ? null : dimensionMeans(byCase),
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

/** Trials of the same case, in the order in which the cases come. */
export function groupByCase(trials: TrialResult[]): TrialResult[][] {
  const groups = new Map<string, TrialResult[]>();
  for (const trial of trials) {
    const group = groups.get(trial.case_id);
    if (group) group.push(trial);
    else groups.set(trial.case_id, [trial]);
  }
  return [...groups.values()];
}

/** Sample standard deviation; null with fewer than two values. */
export function deviation(values: number[]): number | null {
  if (values.length < 2) return null;
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}

function dimensionMeans(byCase: TrialResult[][]): Record<Dimension, number> {
  const entries = DIMENSIONS.map((dimension) => [
    dimension,
    mean(byCase.map((group) => mean(group.map(({ dimensions }) => dimensions![dimension].score)))),
  ]);
  return Object.fromEntries(entries) as Record<Dimension, number>;
}

function total(trials: TrialResult[], pick: (trial: TrialResult) => number): number {
  return trials.reduce((sum, trial) => sum + pick(trial), 0);
}
