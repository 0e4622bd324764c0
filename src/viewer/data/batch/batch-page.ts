import { type batch, violationWords } from "../../../judging/index.ts";
import { batchSentences, meanText, shareText, singletonSentences } from "../../../report/index.ts";
import { formatRounded, plural, shortLine } from "../../../text/presentation/index.ts";
import { type BatchPage, type DrawnScale, ITEMS_IN_A_CHUNK, type ItemColumns } from "../../wire/index.ts";
import { drawnOnScale } from "../figures/drawn-mean.ts";
import { batchDecisions } from "./batch-decisions.ts";

type BatchResult = batch.StoredBatch["result"];

/** Composes the page of an experiment: the decision first, then its grounds. */
export function composeBatchPage(stored: batch.StoredBatch, others: readonly batch.StoredBatch[]): BatchPage {
  const { name, result } = stored;
  const { scores, scoring, sample, singletons } = result;
  return {
    name,
    title: result.title ?? name,
    ...batchState(stored),
    primary: scoring.primary,
    direction: scoring.direction,
    scale: scaleOf(result),
    mean: drawnOnScale(scores.weighted_mean ?? scores.mean),
    mean_words: `${meanText(scores.weighted_mean ?? scores.mean)}${scores.weighted_mean ? ", weighted to the population" : ""}`,
    lines: [...batchSentences(result), ...result.warnings.map((warning) => `Warning: ${warning}.`)],
    judges: result.judges,
    ...batchDecisions(stored, others),
    strata: scores.per_stratum.map(({ stratum, population, scored, mean }) => ({
      stratum,
      population,
      sampled: sample.strata.find((drawn) => drawn.stratum === stratum)?.sampled ?? scored,
      scored,
      mean: drawnOnScale(mean),
      words: meanText(mean),
    })),
    distribution: scores.distribution,
    secondary: Object.entries(scores.secondary).map(([field, summary]) => ({
      name: field,
      words: describeField(summary),
    })),
    items: itemColumns(result),
    singletons: singletons && {
      lines: singletonSentences(result),
      items: {
        id: singletons.items.map(({ item_id }) => String(item_id)),
        should_cluster: singletons.items.map(({ should_cluster }) => should_cluster),
        best_cluster: singletons.items.map(({ best_cluster_id: id }) => (id === null ? null : String(id))),
        confidence: singletons.items.map(({ confidence }) => confidence),
      },
    },
    broken: (result.broken_answers ?? []).map(describeBroken),
    item_chunks: chunksOf(stored),
  };
}

/** Counts the chunks of an experiment's items and singletons. */
export function chunksOf({ result }: batch.StoredBatch): number {
  return Math.ceil((result.items.length + (result.singletons?.items.length ?? 0)) / ITEMS_IN_A_CHUNK);
}

/** Describes an experiment's progress and what is missing. */
export function batchState({ result, running }: batch.StoredBatch): Pick<BatchPage, "state" | "missing"> {
  const { unscored } = result.scores;
  const parts = [
    ...(result.stopped === null ? [] : [result.stopped]),
    ...(unscored > 0 ? [`${unscored} unscored`] : []),
  ];
  const missing = parts.length === 0 ? null : parts.join(", ");
  return { state: running ? "running" : missing === null ? "complete" : "incomplete", missing };
}

/** Returns the range of the scored field, or of the given scores if its description names none. */
export function scaleOf({ scoring, scores }: BatchResult): DrawnScale {
  const given = scores.distribution.map(({ score }) => score);
  return scoring.scale ?? { low: Math.min(0, ...given), high: Math.max(1, ...given) };
}

function itemColumns({ items, scoring }: BatchResult): ItemColumns {
  const spread = ({ opinions }: BatchResult["items"][number]) => {
    const said = opinions.flatMap((opinion) =>
      opinion.status === "scored" ? [Number(opinion.verdict[scoring.primary])] : [],
    );
    return said.length === 0 ? 0 : Math.max(...said) - Math.min(...said);
  };
  return {
    id: items.map(({ item_id }) => String(item_id)),
    stratum: items.map(({ stratum }) => stratum),
    score: items.map(({ score }) => score),
    ambiguous: items.map(({ ambiguous }) => ambiguous),
    spread: items.map(spread),
  };
}

/** Further values are only counted. */
const MOST_VALUES = 8;

function describeField(summary: BatchResult["scores"]["secondary"][string]): string {
  if (summary.type === "number") return meanText(summary.weighted_mean ?? summary.mean);
  if (summary.type === "boolean") return shareText(summary.share_true);
  const frequent = summary.values.toSorted((one, other) => other.items - one.items);
  const rest = frequent.length - MOST_VALUES;
  const named = frequent.slice(0, MOST_VALUES).map(({ value, items }) => `${value} (${items})`);
  return [...named, ...(rest > 0 ? [`${plural(rest, "more value")}`] : [])].join(", ");
}

const LONGEST_PROBLEM = 200;

function describeBroken({
  judge_id,
  batch,
  repetition,
  attempt,
  refused,
  violations,
}: BatchResult["broken_answers"][number]): string {
  const where = `${judge_id}, ${batch}, repetition ${formatRounded(repetition)}, answer ${attempt}`;
  return `${where}${refused ? "" : ", in part"}: ${shortLine(violationWords(violations), LONGEST_PROBLEM)}`;
}
