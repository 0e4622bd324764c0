import type { StoredBatch, StoredResults } from "../../../operations/index.ts";
import { formatUsd } from "../../../text/presentation/index.ts";
import type { BatchRow } from "../../wire/index.ts";
import { drawnOnScale } from "../figures/drawn-mean.ts";
import { isEarlier } from "./batch-decisions.ts";
import { batchState, scaleOf } from "./batch-page.ts";

/** Composes an experiment's row for the first page, with the decision against an earlier one if there is any. */
export function batchRow(results: StoredResults, stored: StoredBatch, all: readonly StoredBatch[]): BatchRow {
  const { name, result, last_at } = stored;
  const score = drawnOnScale(result.scores.weighted_mean ?? result.scores.mean);
  return {
    name,
    title: result.title ?? name,
    ...batchState(stored),
    sampled: result.sample.sampled,
    population: result.sample.population,
    primary: result.scoring.primary,
    score: score && { score, scale: scaleOf(result) },
    decision: decisionOf(results, stored, all),
    cost: formatUsd((result.cost?.new_cost_usd ?? 0) + (result.cost?.reused_cost_usd ?? 0)),
    last_at: new Date(last_at).toISOString(),
  };
}

function decisionOf(results: StoredResults, stored: StoredBatch, all: readonly StoredBatch[]): BatchRow["decision"] {
  for (const other of all) {
    if (other.name === stored.name || !isEarlier(other, stored)) continue;
    const compared = results.decide(other, stored);
    if (compared.ok) return { word: compared.comparison.decision, against: other.name };
  }
  return null;
}
