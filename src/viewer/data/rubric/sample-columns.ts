import type { rubric } from "../../../judging/index.ts";
import { SAMPLE_FLAGS, type SampleColumns } from "../../wire/index.ts";
import { groupOfMeta } from "./rubric-groups.ts";

/** Counts judgements while reading: totals by sample, and scores by group. */
export interface SampleTally {
  add(judgement: rubric.Judgement): void;
  /** Columns in the order of the samples; groups are positions in `groups`. */
  columns(groups: readonly string[], nameOf: (group: ReturnType<typeof groupOfMeta>) => string): SampleColumns;
  /** Number of judgements for each score of a dimension, by group. */
  distribution(
    dimension: number,
    groups: readonly string[],
    nameOf: (group: ReturnType<typeof groupOfMeta>) => string,
  ): { score: number; counts: number[] }[];
  groups(): ReturnType<typeof groupOfMeta>[];
}

export function openSampleTally(dimensions: readonly string[]): SampleTally {
  const samples = new Map<number, SampleFacts>();
  const groups = new Map<string, ReturnType<typeof groupOfMeta>>();
  const given = dimensions.map(() => new Map<string, number>());

  return {
    add(judgement) {
      const group = groupOfMeta(judgement.meta);
      const key = JSON.stringify(Object.values(group));
      groups.set(key, group);
      const own = samples.get(judgement.sample) ?? newFacts(judgement, key, dimensions.length);
      samples.set(judgement.sample, own);
      count(own, judgement, dimensions);
      for (const [at, id] of dimensions.entries()) {
        const score = judgement.scores[id]?.score;
        if (score === undefined) continue;
        const cell = `${key}\n${score}`;
        given[at]!.set(cell, (given[at]!.get(cell) ?? 0) + 1);
      }
    },
    columns(names, nameOf) {
      const positions = new Map([...groups].map(([key, group]) => [key, names.indexOf(nameOf(group))]));
      const sorted = [...samples].sort(([one], [other]) => one - other);
      const facts = sorted.map(([, own]) => own);
      return {
        number: sorted.map(([number]) => number),
        question: facts.map(({ question }) => question),
        group: facts.map(({ group }) => positions.get(group)!),
        scores: dimensions.map((_, at) => facts.map(({ sums, verdicts }) => rounded(sums[at]!, verdicts))),
        total: facts.map(({ totals, verdicts }) =>
          rounded(
            totals.reduce((sum, total) => sum + total, 0),
            verdicts,
          ),
        ),
        spread: facts.map(({ totals }) => (totals.length === 0 ? 0 : Math.max(...totals) - Math.min(...totals))),
        verdicts: facts.map(({ verdicts }) => verdicts),
        lost: facts.map(({ lost }) => lost),
        tags: facts.map(({ tags }) => [...tags].sort().join(" ")),
        flags: facts.map(flagsOfSample),
      };
    },
    distribution(dimension, names, nameOf) {
      const rows = new Map<number, number[]>();
      for (const [cell, times] of given[dimension]!) {
        const [key, score] = cell.split("\n") as [string, string];
        const counts = rows.get(Number(score)) ?? names.map(() => 0);
        rows.set(Number(score), counts);
        counts[names.indexOf(nameOf(groups.get(key)!))]! += times;
      }
      return [...rows].sort(([one], [other]) => other - one).map(([score, counts]) => ({ score, counts }));
    },
    groups: () => [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group),
  };
}

interface SampleFacts {
  question: string;
  group: string;
  sums: number[];
  totals: number[];
  verdicts: number;
  lost: number;
  tags: Set<string>;
  broken: boolean;
  differs: boolean;
  namesItself: boolean;
}

function newFacts({ meta }: rubric.Judgement, group: string, dimensions: number): SampleFacts {
  const question = meta.question_id === null || meta.question_id === undefined ? "" : String(meta.question_id);
  const counts = { verdicts: 0, lost: 0, sums: new Array<number>(dimensions).fill(0), totals: [] };
  return { question, group, ...counts, tags: new Set(), broken: false, differs: false, namesItself: false };
}

function count(own: SampleFacts, judgement: rubric.Judgement, dimensions: readonly string[]): void {
  own.broken ||= (judgement.broken_answers?.length ?? 0) > 0;
  own.namesItself ||= judgement.names_itself === true;
  for (const tag of judgement.failure_tags) own.tags.add(tag);
  if (judgement.status !== "verdict") {
    own.lost += 1;
    return;
  }
  const scores = dimensions.map((id) => judgement.scores[id]?.score ?? 0);
  // As long as verdicts agree, the mean equals each of them.
  own.differs ||= own.verdicts > 0 && scores.some((score, at) => Math.abs(own.sums[at]! / own.verdicts - score) > 1e-9);
  own.verdicts += 1;
  for (const [at, score] of scores.entries()) own.sums[at]! += score;
  own.totals.push(scores.reduce((sum, score) => sum + score, 0));
}

function flagsOfSample({ differs, broken, verdicts, lost, namesItself, tags }: SampleFacts): number {
  return (
    (differs ? SAMPLE_FLAGS.disagreement : 0) |
    (broken ? SAMPLE_FLAGS.broken_answer : 0) |
    (verdicts === 0 || lost > 0 ? SAMPLE_FLAGS.no_verdict : 0) |
    (namesItself ? SAMPLE_FLAGS.names_itself : 0) |
    (tags.size > 0 ? SAMPLE_FLAGS.tagged : 0)
  );
}

function rounded(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum / count) * 1000) / 1000;
}
