import { distinctlyJudged } from "../../judging/index.ts";
import type { JudgedCampaign, TrialResult } from "../../records/index.ts";
import {
  type IntraclassCorrelations,
  intraclassCorrelations,
  type KrippendorffAlpha,
  krippendorffAlpha,
  mean,
  type Undefined,
} from "../../statistics/index.ts";

export interface JudgeAgreement {
  /** Agreement of each judge run's repetitions. */
  repetitions: { judge_run_id: string; agreement: KrippendorffAlpha | Undefined }[];
  /** Agreement between judge runs. */
  between_judges: KrippendorffAlpha | Undefined;
  intraclass: IntraclassCorrelations | Undefined;
  /** Mean distance of each judge run from the mean of all, on trials that all scored; null with one judge run. */
  offsets: { judge_run_id: string; offset: number }[] | null;
  /** Trial with the largest distance between judge runs; null with one judge run, or if they always agree. */
  furthest_apart: { model_id: string; case_id: string; repetition: number; points: number } | null;
}

/** Counts shared verdicts once: a judge that is not asked again cannot agree with itself. */
export function judgeAgreement({ judge_runs, trials: all }: JudgedCampaign): JudgeAgreement {
  const trials = distinctlyJudged(all);
  const ids = judge_runs.map(({ judge_run_id }) => judge_run_id);
  const table = trials.map((trial) => ids.map((id) => scoreOf(trial, id)));
  return {
    repetitions: ids.map((judge_run_id) => ({
      judge_run_id,
      agreement: krippendorffAlpha(
        trials.map((trial) => repetitionScores(trial, judge_run_id)),
        "interval",
      ),
    })),
    between_judges: krippendorffAlpha(table, "interval"),
    intraclass: intraclassCorrelations(table),
    offsets: judgeOffsets(ids, table),
    furthest_apart: furthestApart(trials),
  };
}

function furthestApart(trials: TrialResult[]): JudgeAgreement["furthest_apart"] {
  const [widest] = trials
    .filter(({ disagreement }) => disagreement !== null && disagreement > 0)
    .sort((a, b) => b.disagreement! - a.disagreement!);
  if (!widest) return null;
  const { model_id, case_id, repetition, disagreement } = widest;
  return { model_id, case_id, repetition, points: disagreement! };
}

/** Estimates each judge run's constant strictness or leniency. */
export function judgeOffsets(ids: readonly string[], table: readonly (readonly (number | null)[])[]) {
  const complete = table.filter((row): row is readonly number[] => row.every((score) => score !== null));
  if (ids.length < 2 || complete.length === 0) return null;
  const grand = mean(complete.flat());
  return ids.map((judge_run_id, column) => ({
    judge_run_id,
    offset: mean(complete.map((row) => row[column]!)) - grand,
  }));
}

function scoreOf(trial: TrialResult, judgeRunId: string): number | null {
  return trial.judge_runs.find(({ judge_run_id }) => judge_run_id === judgeRunId)?.score ?? null;
}

function repetitionScores(trial: TrialResult, judgeRunId: string): (number | null)[] {
  const run = trial.judge_runs.find(({ judge_run_id }) => judge_run_id === judgeRunId);
  return (run?.iterations ?? []).map(({ status, score }) => (status === "verdict" ? score : null));
}
