import {
  type ClusteredMean,
  clusteredMean,
  type KrippendorffAlpha,
  krippendorffAlpha,
  mean,
  type Proportion,
  type StratifiedMean,
  stratifiedMean,
  type Undefined,
  wilsonInterval,
} from "../../../statistics/index.ts";
import { groupBy } from "../../../text/index.ts";
import type { ItemVerdict } from "../judging/contract.ts";
import type { Opinion } from "../judging/judge-batches.ts";
import { type Measure, scaleOfField } from "../measuring/measure.ts";
import type { ItemId } from "../sampling/experiment-output.ts";
import { type DrawnSample, idKey } from "../sampling/sample.ts";

/** An item with all opinions about it, combined into one score. */
export interface ScoredItem {
  item_id: ItemId;
  stratum: string;
  /**
   * The primary field, averaged over repetitions and then over judges. Null unless every judge of the panel gave a valid verdict:
   * a mean over those that answered would depend on which did.
   */
  score: number | null;
  /** True when at least half of the judges call the item ambiguous. */
  ambiguous: boolean;
  opinions: Opinion<ItemVerdict>[];
}

export interface BatchScores {
  scored: number;
  unscored: number;
  /** Over the scored items as sampled. */
  mean: ClusteredMean | Undefined;
  /** Weighted back to the population; null when the sample was not stratified. */
  weighted_mean: StratifiedMean | Undefined | null;
  mean_without_ambiguous: ClusteredMean | Undefined;
  weighted_mean_without_ambiguous: StratifiedMean | Undefined | null;
  per_stratum: { stratum: string; population: number; scored: number; mean: ClusteredMean | Undefined }[];
  distribution: { score: number; items: number }[];
  ambiguous: Proportion | Undefined;
  secondary: Record<string, FieldSummary>;
  /** Between all verdicts on the same item, from judges and repetitions alike. */
  agreement: KrippendorffAlpha | Undefined;
}

type FieldSummary =
  | { type: "number"; mean: ClusteredMean | Undefined; weighted_mean: StratifiedMean | Undefined | null }
  | { type: "boolean"; share_true: Proportion | Undefined }
  | { type: "string"; values: { value: string; items: number }[] };

/** Combines opinions into one score per sampled item, in the order of the sample. */
export function scoreItems(
  sample: DrawnSample,
  opinions: Opinion<ItemVerdict>[],
  { primary, judges }: Pick<Measure, "primary" | "judges">,
): ScoredItem[] {
  const panel = judges.map(({ judge_id }) => judge_id);
  const byItem = groupById(opinions);
  return sample.items.map(({ item, stratum }) => {
    const said = byItem.get(idKey(item.item_id)) ?? [];
    return {
      item_id: item.item_id,
      stratum,
      score: foldJudges(said, panel, (verdict) => verdict[primary] as number),
      ambiguous: (foldJudges(said, panel, ({ ambiguous }) => Number(ambiguous)) ?? 0) >= 0.5,
      opinions: said,
    };
  });
}

export function aggregateItems(items: ScoredItem[], sample: DrawnSample, measure: Measure): BatchScores {
  const scored = items.filter((item) => item.score !== null);
  const scoresOf = (some: ScoredItem[]) => some.flatMap(({ score }) => (score === null ? [] : [[score]]));
  const strata = sample.strata.map((stratum) => ({
    ...stratum,
    items: scored.filter((item) => item.stratum === stratum.stratum),
  }));
  /** Among the items with the value, which represent the same share of their stratum as of its sample. */
  const weighted = (reading: (item: ScoredItem) => number | null, field = measure.primary) =>
    measure.strata.length === 0
      ? null
      : stratifiedMean(
          strata.map(({ population, items: members }) => {
            const values = members.map(reading).filter((value) => value !== null);
            return { population: population * (values.length / Math.max(1, members.length)), values };
          }),
          { scale: scaleOfField(measure.fields[field]) },
        );
  const onScale = { scale: scaleOfField(measure.fields[measure.primary]) };
  return {
    scored: scored.length,
    unscored: items.length - scored.length,
    mean: clusteredMean(scoresOf(scored), onScale),
    weighted_mean: weighted(({ score }) => score),
    mean_without_ambiguous: clusteredMean(scoresOf(scored.filter((item) => !item.ambiguous)), onScale),
    weighted_mean_without_ambiguous: weighted(({ score, ambiguous }) => (ambiguous ? null : score)),
    per_stratum: strata.map(({ stratum, population, items: members }) => ({
      stratum,
      population,
      scored: members.length,
      mean: clusteredMean(scoresOf(members), onScale),
    })),
    distribution: countValues(scoresOf(scored).flat()).map(([score, count]) => ({ score, items: count })),
    ambiguous: wilsonInterval(scored.filter(({ ambiguous }) => ambiguous).length, scored.length),
    secondary: Object.fromEntries(
      measure.secondary.map((name) => [name, summarizeField(name, measure, scored, weighted)]),
    ),
    agreement: agreementOf(items, measure.primary),
  };
}

/**
 * Combines opinions, averaging each judge's repetitions first, so that a judge asked more often has no more weight. Null unless
 * every judge of the panel answered.
 */
export function foldJudges<Verdict>(
  opinions: Opinion<Verdict>[],
  panel: string[],
  reading: (verdict: Verdict) => number,
): number | null {
  const byJudge = panel.map((judge) =>
    opinions.flatMap((opinion) =>
      opinion.judge_id === judge && opinion.status === "scored" ? [reading(opinion.verdict)] : [],
    ),
  );
  return byJudge.some((values) => values.length === 0) ? null : mean(byJudge.map(mean));
}

export function groupById<Verdict>(opinions: Opinion<Verdict>[]): Map<string, Opinion<Verdict>[]> {
  return groupBy(opinions, ({ item_id }) => idKey(item_id));
}

function summarizeField(
  name: string,
  { fields, judges }: Measure,
  items: ScoredItem[],
  weighted: (reading: (item: ScoredItem) => number | null, field: string) => StratifiedMean | Undefined | null,
): FieldSummary {
  const panel = judges.map(({ judge_id }) => judge_id);
  const { type } = fields[name]!;
  if (type === "string") {
    const counts = countValues(items.map(({ opinions }) => mostSaid(opinions, name)));
    return { type, values: counts.map(([value, count]) => ({ value, items: count })) };
  }
  const reading = ({ opinions }: ScoredItem) => foldJudges(opinions, panel, (verdict) => Number(verdict[name]));
  const values = items.map(reading).filter((value) => value !== null);
  if (type === "boolean") {
    const yes = values.filter((share) => share > 0.5).length;
    return { type, share_true: wilsonInterval(yes, values.length) };
  }
  const scale = scaleOfField(fields[name]);
  const mean = clusteredMean(
    values.map((value) => [value]),
    { scale },
  );
  return { type: "number", mean, weighted_mean: weighted(reading, name) };
}

/** The most frequent value; of several, the one said first. */
function mostSaid(opinions: Opinion<ItemVerdict>[], name: string): string {
  const counts = new Map<string, number>();
  for (const opinion of opinions) {
    if (opinion.status !== "scored") continue;
    const value = String(opinion.verdict[name]);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? "";
}

function agreementOf(items: ScoredItem[], primary: string): KrippendorffAlpha | Undefined {
  return krippendorffAlpha(
    items.map(({ opinions }) =>
      opinions.flatMap((opinion) => (opinion.status === "scored" ? [opinion.verdict[primary] as number] : [])),
    ),
    "interval",
  );
}

/** Counts each value, in ascending order. */
function countValues<Value extends number | string>(values: Value[]): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
}
