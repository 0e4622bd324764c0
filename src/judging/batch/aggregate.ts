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
} from "../../statistics/index.ts";
import type { FieldRule } from "../../text/index.ts";
import type { ItemVerdict } from "./contract.ts";
import type { ItemId } from "./experiment-output.ts";
import type { Opinion } from "./judge-sample.ts";
import type { Measure } from "./measure.ts";
import { idKey, type Sample } from "./sample.ts";

/** An item with everything that was said about it, folded into one score. */
export interface ScoredItem {
  item_id: ItemId;
  stratum: string;
  /** The primary field, averaged over repetitions and then over judges; null when nothing valid was said. */
  score: number | null;
  /** True when at least half of the verdicts call the item ambiguous. */
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
  per_stratum: { stratum: string; population: number; sampled: number; mean: ClusteredMean | Undefined }[];
  distribution: { score: number; items: number }[];
  ambiguous: Proportion | Undefined;
  secondary: Record<string, FieldSummary>;
  /** Between all verdicts on the same item: judges and repetitions alike. */
  agreement: KrippendorffAlpha | Undefined;
}

export type FieldSummary =
  | { type: "number"; mean: ClusteredMean | Undefined }
  | { type: "boolean"; share_true: Proportion | Undefined }
  | { type: "string"; values: { value: string; items: number }[] };

/** Folds opinions into one score per sampled item, in the order of the sample. */
export function scoreItems(sample: Sample, opinions: Opinion<ItemVerdict>[], primary: string): ScoredItem[] {
  const byItem = groupById(opinions);
  return sample.items.map(({ item, stratum }) => {
    const said = byItem.get(idKey(item.item_id)) ?? [];
    const verdicts = said.filter((opinion) => opinion.status === "scored");
    const flagged = verdicts.filter(({ verdict }) => verdict.ambiguous).length;
    return {
      item_id: item.item_id,
      stratum,
      score: foldJudges(verdicts.map(({ judge_id, verdict }) => ({ judge_id, value: verdict[primary] as number }))),
      ambiguous: verdicts.length > 0 && flagged * 2 >= verdicts.length,
      opinions: said,
    };
  });
}

export function aggregateItems(items: ScoredItem[], sample: Sample, measure: Measure): BatchScores {
  const scored = items.filter((item) => item.score !== null);
  const scoresOf = (some: ScoredItem[]) => some.flatMap(({ score }) => (score === null ? [] : [[score]]));
  const strata = sample.strata.map((stratum) => ({
    ...stratum,
    items: scored.filter((item) => item.stratum === stratum.stratum),
  }));
  return {
    scored: scored.length,
    unscored: items.length - scored.length,
    mean: clusteredMean(scoresOf(scored)),
    weighted_mean:
      measure.strata.length === 0
        ? null
        : stratifiedMean(
            strata.map(({ population, items: members }) => ({ population, values: scoresOf(members).flat() })),
          ),
    mean_without_ambiguous: clusteredMean(scoresOf(scored.filter((item) => !item.ambiguous))),
    per_stratum: strata.map(({ stratum, population, items: members }) => ({
      stratum,
      population,
      sampled: members.length,
      mean: clusteredMean(scoresOf(members)),
    })),
    distribution: countValues(scoresOf(scored).flat()).map(([score, count]) => ({ score, items: count })),
    ambiguous: wilsonInterval(scored.filter(({ ambiguous }) => ambiguous).length, scored.length),
    secondary: Object.fromEntries(
      measure.secondary.map((name) => [name, summarise(name, measure.fields[name]!, scored)]),
    ),
    agreement: agreementOf(items, measure.primary),
  };
}

/** Repetitions of one judge are averaged first, so that a judge asked more often has no more say than the others. */
export function foldJudges(values: { judge_id: string; value: number }[]): number | null {
  if (values.length === 0) return null;
  const judges = [...new Set(values.map(({ judge_id }) => judge_id))];
  return mean(
    judges.map((judge) => mean(values.filter(({ judge_id }) => judge_id === judge).map(({ value }) => value))),
  );
}

export function groupById<Verdict>(opinions: Opinion<Verdict>[]): Map<string, Opinion<Verdict>[]> {
  const groups = new Map<string, Opinion<Verdict>[]>();
  for (const opinion of opinions) {
    const key = idKey(opinion.item_id);
    const group = groups.get(key);
    if (group) group.push(opinion);
    else groups.set(key, [opinion]);
  }
  return groups;
}

function summarise(name: string, rule: FieldRule, items: ScoredItem[]): FieldSummary {
  const values = items.map(({ opinions }) =>
    opinions.flatMap((opinion) => (opinion.status === "scored" ? [opinion.verdict[name]] : [])),
  );
  if (rule.type === "boolean") {
    const yes = values.filter((said) => said.filter((value) => value === true).length * 2 > said.length).length;
    return { type: "boolean", share_true: wilsonInterval(yes, values.length) };
  }
  if (rule.type === "string") {
    const counts = countValues(values.map((said) => String(said[0])));
    return { type: "string", values: counts.map(([value, count]) => ({ value, items: count })) };
  }
  return { type: "number", mean: clusteredMean(values as number[][]) };
}

function agreementOf(items: ScoredItem[], primary: string): KrippendorffAlpha | Undefined {
  return krippendorffAlpha(
    items.map(({ opinions }) =>
      opinions.flatMap((opinion) => (opinion.status === "scored" ? [opinion.verdict[primary] as number] : [])),
    ),
    "interval",
  );
}

/** How often each value occurs, in ascending order. */
function countValues<Value extends number | string>(values: Value[]): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
}
