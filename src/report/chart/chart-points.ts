import type { JudgedCampaign, TrialResult } from "../../records/index.ts";
import { mean } from "../../statistics/index.ts";
import { scoresByCase, subjectScore } from "../statistics/score-table.ts";

/** Bubble: a subject's score, cost and latency per trial. */
export interface ChartPoint {
  label: string;
  /** Model whose variants are joined by a line; omitted for a model alone. */
  variantOf?: string;
  score: number;
  /** 95 % interval of the score; null if undetermined. A rough one is dashed. */
  interval: { low: number; high: number; rough?: string } | null;
  price: number;
  latencySeconds: number;
}

export interface ChartContent {
  title: string;
  /** Unit of the horizontal axis: money, or tokens if no provider reported a price. */
  priceUnit: "usd" | "tokens";
  points: ChartPoint[];
  /** Models without a bubble, with the reason. */
  leftOut: { label: string; reason: string }[];
  cases: number;
  /** Which models are deterministic offline programs. */
  offline: "none" | "some" | "all";
}

/**
 * Collects the bubbles of a campaign. A model's price is the mean over scored trials, so that failed trials do not make it look cheaper.
 * Models without score or price are listed rather than drawn at zero.
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
