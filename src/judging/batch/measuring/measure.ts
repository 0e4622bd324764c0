import {
  type BatchJudge,
  type BatchSpec,
  describedFields,
  type PanelJudge,
  strataTotal,
} from "../../../config/index.ts";
import type { Scale } from "../../../statistics/index.ts";
import { type FieldRule, plainFields } from "../../../text/index.ts";
import type { NamedJudge } from "../../panel/judges.ts";

const DEFAULT_COST_CAP_USD = 5;

/** Deliberately small and cheap: the templates are written for such models. */
const DEFAULT_BATCH_MODEL = "anthropic/claude-haiku-4.5";

/** A spec with every default filled in and every field of a verdict known. */
export interface Measure {
  rubric: string;
  primary: string;
  secondary: string[];
  direction: "maximize" | "minimize";
  /** Required fields of an item's verdict, besides `item_id` and `ambiguous`. */
  fields: Record<string, FieldRule>;
  judges: NamedJudge[];
  sampleSize: number;
  strata: { bucket: string; count: number }[];
  shortfall: "fill" | "leave";
  singletonSample: number;
  singletonRubric: string | null;
  /** Required fields of a singleton's verdict, besides `item_id`, `should_cluster`, `best_cluster_id` and `confidence`. */
  singletonFields: Record<string, FieldRule>;
  clusterSummaries: number;
  seed: number;
  batchSize: number;
  minimumImprovement: number;
  maxTotalCostUsd: number;
  /** True if the cap was set explicitly; only then is an endpoint without reported costs a reason to stop. */
  costCapDeclared: boolean;
  maxConcurrency: number;
}

/** Fills in a spec's defaults. The schema ensures that every scored field is described. */
export function resolveMeasure(spec: BatchSpec): Measure {
  const judge = spec.metric.judge;
  const { primary, secondary, direction } = judge.scoring;
  return {
    rubric: judge.rubric,
    primary,
    secondary,
    direction,
    fields: describedFields(judge),
    judges: (judge.panel ?? [soleJudge(judge)]).map(named),
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

/** The bounds in a field's description; undefined if either is open. */
export function scaleOfField(rule: FieldRule | undefined): Scale | undefined {
  if (rule === undefined || !("min" in rule || "max" in rule)) return undefined;
  return rule.min === undefined || rule.max === undefined ? undefined : { low: rule.min, high: rule.max };
}

/** Part of every singleton's verdict, with rules of their own. */
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

/** Treats each judge of a batch as its own judge run, whose valid verdicts all count. */
function named({ judge_id, request_options = {}, ...judge }: PanelJudge): NamedJudge {
  return { ...judge, judge_run_id: judge_id, judge_id, options: request_options, sample_size: null };
}
