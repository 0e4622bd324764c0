import type { JudgedCampaign, TrialResult } from "../../records/index.ts";
import { mean } from "../../statistics/index.ts";
import { scoresByCase, subjectScore } from "../statistics/score-table.ts";

/** One bubble: what a subject scored, what it cost and how long it took, all per trial. */
export interface ChartPoint {
  label: string;
  /** Whose variants this and other points are: they are joined by a line. Left out for a model as it is. */
  variantOf?: string;
  score: number;
  /** 95 % interval of the score; null where the cases do not determine one. A rough one is drawn with dashes. */
  interval: { low: number; high: number; rough?: string } | null;
  price: number;
  latencySeconds: number;
}

export interface ChartContent {
  title: string;
  /** What the horizontal axis shows: money, or tokens where no provider reported a price. */
  priceUnit: "usd" | "tokens";
  points: ChartPoint[];
  /** Models without a bubble and why, for people. */
  leftOut: { label: string; reason: string }[];
  cases: number;
  /** Which models are the deterministic programs that stand in for models. */
  offline: "none" | "some" | "all";
}

/**
 * The bubbles of a campaign. The price of a model is the mean over its scored trials, so that a model with a failed trial is
 * not cheaper for it. Models without a score or price are named, not drawn at zero.
 */
export function chartContent(result: JudgedCampaign): ChartContent {
  const scored = result.trials.filter((trial) => trial.score !== null && trial.run !== null);
  const priceUnit = scored.some((trial) => (trial.run?.cost_usd ?? 0) > 0) ? "usd" : "tokens";
  const points: ChartPoint[] = [];
  const leftOut: ChartContent["leftOut"] = [];
  for (const model of result.models) {
    const trials = scored.filter((trial) => trial.model_id === model.model_id);
    const prices = trials.map((trial) => priceOf(trial, priceUnit)).filter((price) => price !== null);
    const score = subjectScore(scoresByCase(trials));
    if (score.kind === "undefined") leftOut.push({ label: model.label, reason: "no score" });
    else if (prices.length === 0)
      leftOut.push({ label: model.label, reason: priceUnit === "usd" ? "no cost reported" : "no tokens reported" });
    else
      points.push({
        label: model.label,
        ...(model.variant && { variantOf: model.variant.model_id }),
        score: score.mean,
        interval: score.interval.kind === "interval" ? score.interval : null,
        price: mean(prices),
        latencySeconds: mean(trials.map((trial) => trial.run!.latency_ms)) / 1000,
      });
  }
  return {
    title: result.suite_title,
    priceUnit,
    points,
    leftOut,
    cases: result.cases.length,
    offline: result.models.every((model) => !model.offline)
      ? "none"
      : result.models.every((model) => model.offline)
        ? "all"
        : "some",
  };
}

function priceOf({ run }: TrialResult, unit: ChartContent["priceUnit"]): number | null {
  if (run === null) return null;
  if (unit === "usd") return run.cost_usd;
  return run.prompt_tokens === null && run.completion_tokens === null
    ? null
    : (run.prompt_tokens ?? 0) + (run.completion_tokens ?? 0);
}
