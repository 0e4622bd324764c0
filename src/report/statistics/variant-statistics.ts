import type { JudgedCampaign, ModelEntry } from "../../records/index.ts";
import type { ClusteredMean, Undefined } from "../../statistics/index.ts";
import { comparePairs } from "./compare-pairs.ts";
import type { Comparison } from "./comparison.ts";
import { pooledScores } from "./pooled-scores.ts";
import { byScore, type ModelScores, subjectScore } from "./score-table.ts";

/** A suite's variants over all of its models. */
export interface VariantStatistics {
  /** Best mean first. */
  variants: PooledVariant[];
  /** All pairs of variants on common models, paired by case, with p-values corrected for their number. */
  comparisons: Comparison[];
}

interface PooledVariant {
  variant_id: string;
  label: string;
  /** Number of models with this variant. */
  models: number;
  /** Mean over cases of the mean over models, with the 95 % interval. */
  score: ClusteredMean | Undefined;
}

type Entry = ModelEntry & { variant: NonNullable<ModelEntry["variant"]> };

/**
 * Compares two or more variants over two or more models; undefined otherwise, as the subjects' comparison suffices. A case counts once,
 * with its mean over models: answers of several models to a case are not independent, and counting them separately would make intervals too
 * narrow. So the interval covers other cases like these, on these models.
 */
export function variantStatistics(
  { models }: JudgedCampaign,
  scores: Map<string, ModelScores>,
): VariantStatistics | undefined {
  const entries = models.filter((model): model is Entry => model.variant !== undefined);
  const variantIds = [...new Set(entries.map(({ variant }) => variant.variant_id))];
  const modelIds = new Set(entries.map(({ variant }) => variant.model_id));
  if (variantIds.length < 2 || modelIds.size < 2) return undefined;
  const pooled = variantIds
    .map((id) => entries.filter(({ variant }) => variant.variant_id === id))
    .map((own) => ({ own, ...summarize(own, scores) }))
    .sort(byScore);
  const pairs = pooled.flatMap(({ own }, rank) =>
    pooled.slice(rank + 1).map(({ own: other }) => pairOn(own, other, scores)),
  );
  return { variants: pooled.map(({ own: _, ...variant }) => variant), comparisons: comparePairs(pairs) };
}

function summarize(own: readonly Entry[], scores: Map<string, ModelScores>): PooledVariant {
  const { variant_id, label } = own[0]!.variant;
  const table = pooledScores(own.map(({ model_id }) => scores.get(model_id)!));
  return {
    variant_id,
    label,
    models: own.length,
    score: subjectScore(table),
  };
}

/** Compares two variants on common models; others would compare models. */
function pairOn(one: readonly Entry[], other: readonly Entry[], scores: Map<string, ModelScores>) {
  const shared = one.filter(({ variant }) => other.some((entry) => entry.variant.model_id === variant.model_id));
  const side = (entries: readonly Entry[]) => {
    const chosen = shared.map(({ variant }) => entries.find((entry) => entry.variant.model_id === variant.model_id)!);
    const { variant_id: id, label } = entries[0]!.variant;
    return { id, label, scores: pooledScores(chosen.map(({ model_id }) => scores.get(model_id)!)) };
  };
  return [side(one), side(other)] as const;
}
