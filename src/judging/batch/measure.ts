import { type BatchJudge, type BatchSpec, describedFields, type PanelJudge, strataTotal } from "../../config/index.ts";
import { canonicalHash, type FieldRule, plainFields, sha256 } from "../../text/index.ts";

const DEFAULT_COST_CAP_USD = 5;

/** Small and cheap on purpose: the templates are written for such models. */
export const DEFAULT_BATCH_MODEL = "anthropic/claude-haiku-4.5";

/** A spec with every default filled in and every field of a verdict known: how output is measured. */
export interface Measure {
  rubric: string;
  primary: string;
  secondary: string[];
  direction: "maximize" | "minimize";
  /** What each item's verdict must hold, besides `item_id` and `ambiguous`. */
  fields: Record<string, FieldRule>;
  judges: PanelJudge[];
  sampleSize: number;
  strata: { bucket: string; count: number }[];
  shortfall: "fill" | "leave";
  singletonSample: number;
  singletonRubric: string | null;
  /** What a singleton's verdict must hold besides `item_id`, `should_cluster`, `best_cluster_id` and `confidence`. */
  singletonFields: Record<string, FieldRule>;
  clusterSummaries: number;
  seed: number;
  batchSize: number;
  minimumImprovement: number;
  maxTotalCostUsd: number;
  /** Whether the cap was asked for; only then is an endpoint that reports no cost a reason to stop. */
  costCapDeclared: boolean;
  maxConcurrency: number;
}

/** Fills in what the spec leaves open. The schema has made sure that every scored field is described. */
export function resolveMeasure(spec: BatchSpec): Measure {
  const judge = spec.metric.judge;
  const { primary, secondary, direction } = judge.scoring;
  return {
    rubric: judge.rubric,
    primary,
    secondary,
    direction,
    fields: describedFields(judge),
    judges: judge.panel ?? [soleJudge(judge)],
    sampleSize: judge.sample_size ?? (strataTotal(judge.stratification) || 10),
    strata: judge.stratification ?? [],
    shortfall: judge.shortfall,
    singletonSample: judge.singleton_sample,
    singletonRubric: judge.singleton_rubric ?? null,
    singletonFields: furtherFields(judge.singleton_rubric ?? ""),
    clusterSummaries: judge.cluster_summaries,
    seed: judge.sample_seed,
    batchSize: judge.batch_size,
    minimumImprovement: judge.minimum_improvement,
    maxTotalCostUsd: judge.max_total_cost_usd ?? DEFAULT_COST_CAP_USD,
    costCapDeclared: judge.max_total_cost_usd !== undefined,
    maxConcurrency: judge.max_concurrency,
  };
}

/** What two results must share for their scores to mean the same thing, each part by itself so that a difference can be named. */
export interface Measuring {
  rubric: string;
  singleton_rubric: string;
  scoring: string;
  sampling: string;
  prompts: string;
  judges: string;
  /** What an improvement must reach: not part of the scores, but whoever could lower it could keep anything. */
  decision: string;
}

/**
 * @param prompts the template texts that questions are made of
 * @param endpoints where each judge's calls go, in the order of `measure.judges`
 */
export function fingerprintMeasuring(measure: Measure, prompts: string[], endpoints: string[]): Measuring {
  return {
    rubric: sha256(measure.rubric),
    singleton_rubric: sha256(measure.singletonRubric ?? ""),
    scoring: canonicalHash({
      primary: measure.primary,
      secondary: measure.secondary,
      direction: measure.direction,
      fields: measure.fields,
    }),
    sampling: canonicalHash({
      seed: measure.seed,
      sample_size: measure.sampleSize,
      strata: measure.strata,
      shortfall: measure.shortfall,
      singleton_sample: measure.singletonSample,
      cluster_summaries: measure.clusterSummaries,
      batch_size: measure.batchSize,
    }),
    prompts: canonicalHash(prompts),
    judges: canonicalHash(
      measure.judges.map(({ model, repetitions, request_options }, index) => ({
        model,
        repetitions,
        request_options: request_options ?? {},
        endpoint: endpoints[index],
      })),
    ),
    decision: canonicalHash({ minimum_improvement: measure.minimumImprovement }),
  };
}

/** Part of every singleton's verdict, by rules of their own. */
const SINGLETON_FIELDS = ["item_id", "should_cluster", "best_cluster_id", "confidence"];

function furtherFields(singletonRubric: string): Record<string, FieldRule> {
  const named = Object.entries(plainFields(singletonRubric));
  return Object.fromEntries(named.filter(([name]) => !SINGLETON_FIELDS.includes(name)));
}

function soleJudge(judge: BatchJudge): PanelJudge {
  const { gateway, request_options, timeout_seconds, retries, attempts, repetitions } = judge;
  const model = judge.model ?? DEFAULT_BATCH_MODEL;
  return { judge_id: "judge", model, repetitions, gateway, request_options, timeout_seconds, retries, attempts };
}
