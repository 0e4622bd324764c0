import { addGrounding, distinctCalls } from "../../../judging/index.ts";
import type { IterationResult } from "../../../records/index.ts";
import { type CampaignReport, describeAlpha, formatShare } from "../../../report/index.ts";
import { mean, standardDeviation, wilsonInterval } from "../../../statistics/index.ts";
import { formatFixed, formatSigned, formatUsd } from "../../../text/presentation/index.ts";
import { JUDGE_FLAGS, type JudgeRow } from "../../wire/index.ts";
import { letterOf } from "../figures/judge-letter.ts";
import { judgeFlags } from "./judge-flags.ts";

/** Summarizes how far each judge can be trusted: its scores, consistency, broken answers and quotes. */
export function judgeRows({ judge_runs, trials, statistics }: CampaignReport): JudgeRow[] {
  const { repetitions: agreements, offsets } = statistics.agreement;
  return judge_runs.map(({ judge_run_id, model, offline, repetitions }, index) => {
    // Count calls shared by trials with the same packet once.
    const calls = distinctCalls(
      trials.map((trial) => ({ judge_runs: trial.judge_runs.filter((run) => run.judge_run_id === judge_run_id) })),
    );
    const scores = calls.flatMap(({ score }) => score ?? []);
    const { grounded, quoting } = addGrounding(calls.map(({ grounding }) => grounding));
    const agreement = agreements.find((known) => known.judge_run_id === judge_run_id)?.agreement;
    const offset = offsets?.find((known) => known.judge_run_id === judge_run_id)?.offset;
    return {
      letter: letterOf(index),
      judge_run_id,
      model,
      offline,
      repetitions,
      calls: calls.length,
      mean: formatFixed(scores.length === 0 ? null : mean(scores), 1),
      spread: formatFixed(standardDeviation(scores), 1),
      distribution: distributionOf(scores),
      flagged: flaggedTrials(trials, judge_run_id),
      offset: offset === undefined ? "–" : formatSigned(offset, 1),
      agreement: agreement?.kind === "agreement" ? describeAlpha(agreement) : "asked once per trial",
      broken: brokenIn(calls),
      grounded: formatShare(wilsonInterval(grounded, quoting)),
      cost: costOf(calls),
    };
  });
}

function distributionOf(scores: readonly number[]): number[] {
  const counts = new Array<number>(11).fill(0);
  for (const score of scores) counts[Math.max(0, Math.min(10, Math.round(score)))]! += 1;
  return counts;
}

function flaggedTrials(trials: CampaignReport["trials"], judgeRunId: string): JudgeRow["flagged"] {
  const flags = trials.map((trial) => judgeFlags(trial, judgeRunId));
  return Object.fromEntries(
    Object.entries(JUDGE_FLAGS).map(([name, bit]) => [name, flags.filter((flag) => (flag & bit) !== 0).length]),
  ) as JudgeRow["flagged"];
}

function brokenIn(calls: readonly IterationResult[]): number {
  return calls.reduce((sum, { broken_answers }) => sum + broken_answers.length, 0);
}

function costOf(calls: readonly IterationResult[]): string {
  const costs = calls.flatMap(({ cost_usd }) => cost_usd ?? []);
  return costs.length === 0 ? "not reported" : formatUsd(costs.reduce((sum, cost) => sum + cost, 0));
}
