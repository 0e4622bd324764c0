import type { JudgedCampaign } from "../../records/index.ts";
import {
  type ClusteredMean,
  clusteredMean,
  type Interval,
  type PassCount,
  passOverCases,
  passPowerK,
  type Undefined,
  wilsonInterval,
} from "../../statistics/index.ts";
import type { ModelScores } from "./score-table.ts";

export interface ModelStatistics {
  model_id: string;
  label: string;
  /** Mean over cases with its 95 % interval. */
  score: ClusteredMean | Undefined;
  trials: number;
  /** Trials without a score: unscored, not judged or not run. They count nowhere. */
  trials_without_score: number;
  /** Null when nothing decides whether a trial passes: no `pass_threshold` and no check that it depends on. */
  reliability: Reliability | null;
}

/** How often a model passes, and how often every time. */
export interface Reliability {
  /** Share of passed runs, every case counting the same. */
  pass_rate: ClusteredMean | Undefined;
  /** The chance that k runs of a case all pass, for k = 2 up to the number of runs that every case has. */
  all_of_k: { k: number; rate: ClusteredMean | Undefined }[];
}

export function modelStatistics(result: JudgedCampaign, scores: Map<string, ModelScores>): ModelStatistics[] {
  return result.models.map(({ model_id, label }) => {
    const trials = result.trials.filter((trial) => trial.model_id === model_id);
    return {
      model_id,
      label,
      score: keepWithin(clusteredMean([...scores.get(model_id)!.values()]), 0, 10),
      trials: trials.length,
      trials_without_score: trials.filter(({ score }) => score === null).length,
      reliability:
        result.aggregation.pass_threshold !== null || trials.some(({ passed }) => passed !== null)
          ? reliabilityOf(trials)
          : null,
    };
  });
}

function reliabilityOf(trials: JudgedCampaign["trials"]): Reliability {
  const counts = new Map<string, PassCount>();
  for (const { case_id, passed } of trials) {
    if (passed === null) continue;
    const count = counts.get(case_id) ?? { runs: 0, passed: 0 };
    counts.set(case_id, { runs: count.runs + 1, passed: count.passed + (passed ? 1 : 0) });
  }
  const cases = [...counts.values()];
  const fewestRuns = cases.length === 0 ? 0 : Math.min(...cases.map(({ runs }) => runs));
  return {
    pass_rate: rateOverCases(cases, 1),
    all_of_k: Array.from({ length: Math.max(0, fewestRuns - 1) }, (_, index) => ({
      k: index + 2,
      rate: rateOverCases(cases, index + 2),
    })),
  };
}

/**
 * Where all cases pass (or all fail) their spread is zero and says nothing; Wilson's interval over the cases does: 8 of 8 is
 * 68 to 100 %, not 100 to 100 %.
 */
export function rateOverCases(cases: readonly PassCount[], k: number): ClusteredMean | Undefined {
  const { rate } = passOverCases(cases, k, passPowerK);
  if (rate.kind === "undefined" || rate.interval.kind === "interval") return keepWithin(rate, 0, 1);
  if (rate.mean !== 0 && rate.mean !== 1) return rate;
  const wilson = wilsonInterval(rate.mean === 1 ? rate.cases : 0, rate.cases);
  return wilson.kind === "proportion" ? { ...rate, interval: wilson.interval } : rate;
}

/** A t interval knows no ends of the scale. Cutting it there loses nothing: no score lies beyond. */
function keepWithin<Mean extends ClusteredMean | Undefined>(mean: Mean, low: number, high: number): Mean {
  if (mean.kind === "undefined" || mean.interval.kind === "undefined") return mean;
  const interval: Interval = {
    ...mean.interval,
    low: Math.max(low, mean.interval.low),
    high: Math.min(high, mean.interval.high),
  };
  return { ...mean, interval };
}
