import { mean, variance } from "../mean.ts";
import { type Undefined, undefinedBecause } from "../result.ts";
import { tDistribution } from "../student-t.ts";
import { benjaminiYekutieli } from "./benjamini-yekutieli.ts";

/** The annotation of each item by one annotator or judge. */
export type Annotations = ReadonlyMap<string, number | string>;

export interface AlternativeAnnotatorOptions {
  /**
   * Tolerated disadvantage of the judge, which is cheaper: the share of items by which its losses may exceed its wins. The
   * authors advise 0.2 for experts, 0.15 for skilled annotators and 0.1 for crowd workers.
   */
  epsilon?: number;
  /** `equal`: only equal annotations count as close. `near`: the distance counts, for numbers. */
  closeness?: "equal" | "near";
  /** Tolerated share of annotators falsely counted as beaten. */
  rate?: number;
}

/** The verdict on replacing a human annotator by a judge. */
export interface AlternativeAnnotatorTest {
  kind: "alternative_annotator";
  /** True if the judge beats at least half of the annotators. */
  may_replace: boolean;
  /** Share of annotators it beats: ω. */
  winning_rate: number;
  /** Probability that it is at least as close to the others as a randomly chosen annotator: ρ. For comparing judges. */
  advantage: number;
  epsilon: number;
  annotators: { annotator: string; items: number; advantage: number; p_value: number; beaten: boolean }[];
}

/** Fewest items for a trustworthy t-test. (With two annotators there are no "others" to agree with.) */
const FEWEST_ITEMS = 30;
const FEWEST_ANNOTATORS = 3;

/**
 * The alternative-annotator test. Leaves out each annotator in turn and compares, on every item, the judge's and the annotator's
 * distance to the others. The judge beats an annotator when a one-sided t-test shows that it loses at most ε more items than it
 * wins; the tests are corrected after Benjamini and Yekutieli. It may replace an annotator when it beats at least half of them.
 * Only items annotated by the judge and two annotators count.
 *
 * Fewer than three annotators with at least 30 such items: undefined.
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

/** For each shared item, how much closer the judge is to the others than the annotator: above zero the judge wins; at zero both do. */
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

/** One-sided p that the mean is below the limit, by the t-test; equal values leave no doubt. */
function chanceOfLess(values: readonly number[], limit: number): number {
  const centre = mean(values);
  const spread = variance(values);
  if (spread === 0) return centre < limit ? 0 : 1;
  return tDistribution((centre - limit) / Math.sqrt(spread / values.length), values.length - 1);
}
