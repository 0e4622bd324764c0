import { mean, variance } from "../mean.ts";
import { type Undefined, undefinedBecause } from "../result.ts";
import { tDistribution } from "../student-t.ts";
import { benjaminiYekutieli } from "./benjamini-yekutieli.ts";

/** What one annotator, or a judge, said about each item. */
export type Annotations = ReadonlyMap<string, number | string>;

export interface AlternativeAnnotatorOptions {
  /**
   * How much worse than an annotator the judge may be, because it costs less: the share of items it may lose more often than it wins. The
   * authors advise 0.2 for experts, 0.15 for skilled annotators and 0.1 for crowd workers.
   */
  epsilon?: number;
  /** `equal`: saying the same is what counts. `near`: being near counts, for numbers. */
  closeness?: "equal" | "near";
  /** The share of annotators that may falsely be called beaten. */
  rate?: number;
}

/** Whether a judge may take the place of a human annotator. */
export interface AlternativeAnnotatorTest {
  kind: "alternative_annotator";
  /** Whether the judge beats at least half of the annotators. */
  may_replace: boolean;
  /** Share of annotators it beats: ω. */
  winning_rate: number;
  /** Chance that it is as close to the others as an annotator who is picked at random, or closer: ρ. For comparing judges. */
  advantage: number;
  epsilon: number;
  annotators: { annotator: string; items: number; advantage: number; p_value: number; beaten: boolean }[];
}

/** Below, the t-test is not to be trusted; and with two annotators there are no "others" to agree with. */
const FEWEST_ITEMS = 30;
const FEWEST_ANNOTATORS = 3;

/**
 * The alternative-annotator test. Each annotator in turn is left out; on every item it is asked who is closer to what the others said, the judge or the one left out. The
 * judge beats an annotator when a one-sided t-test shows that it loses at most ε more items than it wins; the tests are corrected after Benjamini and Yekutieli.
 * It may replace an annotator when it beats at least half of them. Items count that the judge and two annotators have.
 *
 * Fewer than three annotators with at least 30 such items: it can't be answered.
 *
 * Source: Calderon, Reichart and Dror, "The alternative annotator test for LLM-as-a-judge", ACL 2025, arXiv 2501.10970.
 *
 * @example
 * const said = new Map(Array.from({ length: 40 }, (_, i) => [`item_${i}`, i % 3 ? "pass" : "fail"]));
 * statistics.alternativeAnnotatorTest(said, new Map([["ann", said], ["bob", said], ["eve", said]])).may_replace // true
 */
export function alternativeAnnotatorTest(
  judge: Annotations,
  annotators: ReadonlyMap<string, Annotations>,
  { epsilon = 0.2, closeness = "equal", rate = 0.05 }: AlternativeAnnotatorOptions = {},
): AlternativeAnnotatorTest | Undefined {
  const closer = closeness === "equal" ? shareEqual : distance;
  const rows = [...annotators].flatMap(([annotator, own]) => {
    const contests = contestsOf(judge, annotator, own, annotators, closer);
    if (contests.length < FEWEST_ITEMS) return [];
    const lost = contests.map((outcome) => Number(outcome <= 0) - Number(outcome >= 0));
    const advantage = mean(contests.map((outcome) => Number(outcome >= 0)));
    return [{ annotator, items: contests.length, advantage, p_value: chanceOfLess(lost, epsilon) }];
  });
  if (rows.length < FEWEST_ANNOTATORS) {
    const found = rows.length === 1 ? "only one has" : rows.length === 0 ? "none has" : "only two have";
    return undefinedBecause(
      `it takes ${FEWEST_ANNOTATORS} annotators with ${FEWEST_ITEMS} items each that others labelled as well, and ${found}`,
    );
  }
  const beaten = benjaminiYekutieli(
    rows.map(({ p_value }) => p_value),
    rate,
  );
  const winningRate = beaten.filter(Boolean).length / rows.length;
  return {
    kind: "alternative_annotator",
    may_replace: winningRate >= 0.5,
    winning_rate: winningRate,
    advantage: mean(rows.map(({ advantage }) => advantage)),
    epsilon,
    annotators: rows.map((row, index) => ({ ...row, beaten: beaten[index]! })),
  };
}

/** For each shared item how much closer the judge is to the others than the annotator: above zero it wins, at zero both do. */
function contestsOf(
  judge: Annotations,
  annotator: string,
  own: Annotations,
  annotators: ReadonlyMap<string, Annotations>,
  closer: (said: number | string, others: readonly (number | string)[]) => number,
): number[] {
  const outcomes: number[] = [];
  for (const [item, said] of own) {
    const judged = judge.get(item);
    if (judged === undefined) continue;
    const others: (number | string)[] = [];
    for (const [other, annotations] of annotators) {
      const answer = other === annotator ? undefined : annotations.get(item);
      if (answer !== undefined) others.push(answer);
    }
    if (others.length > 0) outcomes.push(closer(judged, others) - closer(said, others));
  }
  return outcomes;
}

function shareEqual(said: number | string, others: readonly (number | string)[]): number {
  return others.filter((other) => other === said).length / others.length;
}

function distance(said: number | string, others: readonly (number | string)[]): number {
  return -Math.sqrt(mean(others.map((other) => (Number(said) - Number(other)) ** 2)));
}

/** p of the one-sided t-test that the mean is below the limit; values that are all the same leave no doubt. */
function chanceOfLess(values: readonly number[], limit: number): number {
  const centre = mean(values);
  const spread = variance(values);
  if (spread === 0) return centre < limit ? 0 : 1;
  return tDistribution((centre - limit) / Math.sqrt(spread / values.length), values.length - 1);
}
