import type { JudgedCampaign, ModelEntry } from "../../records/index.ts";
import type { ClusteredMean, Undefined } from "../../statistics/index.ts";
import { comparePairs } from "./compare-pairs.ts";
import type { Comparison } from "./comparison.ts";
import { pooledScores } from "./pooled-scores.ts";
import { byScore, type ModelScores, subjectScore } from "./score-table.ts";

/** The variants of a suite over all of its models: is this prompt better than that one? */
export interface VariantStatistics {
  /** Best mean first. */
  variants: PooledVariant[];
  /** All pairs of variants on the models that both have; paired by case, p-values corrected for their number. */
  comparisons: Comparison[];
}

interface PooledVariant {
  variant_id: string;
  label: string;
  /** Models that are asked this way. */
  models: number;
  /** Mean over cases, each the mean over its models, with the 95 % interval. */
  score: ClusteredMean | Undefined;
}

type Entry = ModelEntry & { variant: NonNullable<ModelEntry["variant"]> };

/**
 * What two or more variants come to over two or more models; undefined otherwise, where the comparison of subjects has said it all. A case counts
 * once, with its mean over the models: answers of several models to one case are no independent cases, and treating them as such would make every
 * interval too narrow. So the interval speaks about other cases like these, on these models.
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

/** Two variants on the models that both have: what one of them alone was tried on would compare models. */
function pairOn(one: readonly Entry[], other: readonly Entry[], scores: Map<string, ModelScores>) {
  const shared = one.filter(({ variant }) => other.some((entry) => entry.variant.model_id === variant.model_id));
  const side = (entries: readonly Entry[]) => {
    const chosen = shared.map(({ variant }) => entries.find((entry) => entry.variant.model_id === variant.model_id)!);
    const { variant_id: id, label } = entries[0]!.variant;
    return { id, label, scores: pooledScores(chosen.map(({ model_id }) => scores.get(model_id)!)) };
  };
  return [side(one), side(other)] as const;
}
