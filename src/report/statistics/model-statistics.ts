import type { JudgedCampaign } from "../../records/index.ts";
import {
  type ClusteredMean,
  type PassCount,
  passOverCases,
  passPowerK,
  type Undefined,
} from "../../statistics/index.ts";
import { type ModelScores, subjectScore } from "./score-table.ts";

export interface ModelStatistics {
  model_id: string;
  label: string;
  /** Mean over cases with its 95 % interval. */
  score: ClusteredMean | Undefined;
  trials: number;
  /** Trials without a score, which count nowhere: unscored, not judged or not run. */
  trials_without_score: number;
  /** Null if nothing decides whether trials pass: no `pass_threshold` and no relevant check. */
  reliability: Reliability | null;
}

/** Rates of passing once, and every time. */
interface Reliability {
  /** Share of passed runs, weighting cases equally. */
  pass_rate: ClusteredMean | Undefined;
  /** Probability that k runs of a case all pass, for k = 2 up to the number of runs of every case. */
  all_of_k: { k: number; rate: ClusteredMean | Undefined }[];
}

export function modelStatistics(result: JudgedCampaign, scores: Map<string, ModelScores>): ModelStatistics[] {
  return result.models.map(({ model_id, label }) => {
    const trials = result.trials.filter((trial) => trial.model_id === model_id);
    return {
      model_id,
      label,
      score: subjectScore(scores.get(model_id)!),
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
  const fewestRuns = cases.reduce((fewest, { runs }) => Math.min(fewest, runs), cases[0]?.runs ?? 0);
  return {
    pass_rate: rateOverCases(cases, 1),
    all_of_k: Array.from({ length: Math.max(0, fewestRuns - 1) }, (_, index) => ({
      k: index + 2,
      rate: rateOverCases(cases, index + 2),
    })),
  };
}

/** Averages over cases the share of passes, or of k passes in a row. */
export function rateOverCases(cases: readonly PassCount[], k: number): ClusteredMean | Undefined {
  return passOverCases(cases, k, passPowerK).rate;
}
