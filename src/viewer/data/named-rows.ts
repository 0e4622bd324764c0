import type { ListedRubric, StoredBatch, StoredResults } from "../../operations/index.ts";
import { formatUsd } from "../../presentation/index.ts";
import type { BatchRow, RubricRow } from "../wire/index.ts";
import { isEarlier } from "./batch-decisions.ts";
import { batchState, scaleOf } from "./batch-page.ts";
import { drawnOnScale } from "./drawn-mean.ts";
import { groupNames, scaleOfDimension } from "./rubric-groups.ts";
import { rubricState } from "./rubric-page.ts";

/** A judging of samples as the first page lists it. */
export function rubricRow(listed: ListedRubric): RubricRow {
  const { name, manifest, summary, last_at } = listed;
  const { verdicts, invalid, unanswered } = manifest.judgements;
  return {
    name,
    file: manifest.samples.file,
    ...rubricState(listed),
    samples: manifest.samples.accepted,
    judges: manifest.judges.length,
    judgements: verdicts + invalid + unanswered,
    best: bestGroup(listed),
    cost: summary?.cost_usd == null ? "not reported" : formatUsd(summary.cost_usd),
    last_at: new Date(last_at).toISOString(),
  };
}

function bestGroup({ manifest, summary }: ListedRubric): RubricRow["best"] {
  const means = summary?.means ?? [];
  const dimension = means.some((row) => row.dimension === "total") ? "total" : means[0]?.dimension;
  const scale = dimension === undefined ? null : scaleOfDimension(manifest, dimension);
  if (!scale) return null;
  const nameOf = groupNames(means);
  const drawn = means.flatMap((row) => {
    const score = row.dimension === dimension ? drawnOnScale(row.mean) : null;
    return score ? [{ group: nameOf(row), score, scale }] : [];
  });
  return drawn.sort((one, other) => other.score.mean - one.score.mean)[0] ?? null;
}

/** An experiment as the first page lists it; what was decided of it is said where there is an earlier one to beat. */
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
