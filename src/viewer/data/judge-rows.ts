import { addGrounding, distinctCalls } from "../../judging/index.ts";
import { formatFixed, formatSigned, formatUsd } from "../../presentation/index.ts";
import type { IterationResult } from "../../records/index.ts";
import { alphaWords, type CampaignReport, shareWords } from "../../report/index.ts";
import { mean, wilsonInterval } from "../../statistics/index.ts";
import type { JudgeRow } from "../wire/index.ts";
import { letterOf } from "./letter.ts";

/** How far each judge can be trusted: what it says on the whole, whether it agrees with itself, how often it broke its contract, what it quotes. */
export function judgeRows({ judge_runs, trials, statistics }: CampaignReport): JudgeRow[] {
  const { repetitions: agreements, offsets } = statistics.agreement;
  return judge_runs.map(({ judge_run_id, model, offline, repetitions }, index) => {
    // Trials that share a packet share its calls: each call counts once.
    const calls = distinctCalls(
      trials.map((trial) => ({
        ...trial,
        judge_runs: trial.judge_runs.filter((run) => run.judge_run_id === judge_run_id),
      })),
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
      offset: offset === undefined ? "–" : formatSigned(offset, 1),
      agreement: agreement?.kind === "agreement" ? alphaWords(agreement) : "asked once per trial",
      broken: brokenIn(calls),
      grounded: shareWords(wilsonInterval(grounded, quoting)),
      cost: costOf(calls),
    };
  });
}

function brokenIn(calls: readonly IterationResult[]): number {
  return calls.reduce((sum, { broken_answers }) => sum + broken_answers.length, 0);
}

function costOf(calls: readonly IterationResult[]): string {
  const costs = calls.flatMap(({ cost_usd }) => cost_usd ?? []);
  return costs.length === 0 ? "not reported" : formatUsd(costs.reduce((sum, cost) => sum + cost, 0));
}
