import { batch } from "../../../judging/index.ts";

import { formatCount, formatUsd } from "../../../text/presentation/index.ts";
import type { JudgingCell, JudgingList, JudgingRow } from "../../wire/index.ts";
import { drawnOnScale } from "../figures/drawn-mean.ts";
import { isEarlier } from "./batch-decisions.ts";
import { batchState, scaleOf } from "./batch-page.ts";

export const BATCH_COLUMNS: JudgingList["columns"] = [
  { number: "sampled" },
  "scored field",
  "score on its scale",
  "decision",
];

/** Composes an experiment's row for the first page, with the decision against an earlier one if there is any. */
export function batchRow(stored: batch.StoredBatch, all: readonly batch.StoredBatch[]): JudgingRow {
  const { name, result, last_at } = stored;
  const score = drawnOnScale(result.scores.weighted_mean ?? result.scores.mean);
  return {
    name,
    note: result.title ?? name,
    ...batchState(stored),
    cells: [
      { text: `${formatCount(result.sample.sampled)} of ${formatCount(result.sample.population)}` },
      { text: result.scoring.primary },
      score ? { score, scale: scaleOf(result) } : { none: "no score" },
      decisionOf(stored, all) ?? { none: "nothing to compare it with" },
    ],
    cost: formatUsd((result.cost?.new_cost_usd ?? 0) + (result.cost?.reused_cost_usd ?? 0)),
    last_at: new Date(last_at).toISOString(),
  };
}

/** The decision against the newest earlier experiment that was measured alike. */
function decisionOf(stored: batch.StoredBatch, all: readonly batch.StoredBatch[]): JudgingCell | null {
  for (const other of all) {
    if (other.name === stored.name || !isEarlier(other, stored)) continue;
    const compared = batch.decideBatches(other, stored);
    if (compared.ok) return { text: compared.comparison.decision, more: `against ${other.name}` };
  }
  return null;
}
