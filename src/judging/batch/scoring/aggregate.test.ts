import { describe, expect, test } from "vitest";
import type { PanelJudge } from "../../../config/index.ts";
import type { ItemVerdict } from "../judging/contract.ts";
import type { Opinion } from "../judging/judge-batches.ts";
import type { Measure } from "../measuring/measure.ts";
import type { DrawnSample } from "../sampling/sample.ts";
import { aggregateItems, scoreItems } from "./aggregate.ts";
import { judgeSingletons } from "./singletons.ts";

const measureWith = (judges: string[], changes: Partial<Measure> = {}) =>
  ({
    primary: "score",
    secondary: [],
    fields: {},
    strata: [],
    judges: judges.map((judge_id) => ({ judge_id }) as PanelJudge),
    ...changes,
  }) as unknown as Measure;

const sampleOf = (strata: Record<string, { population: number; ids: string[] }>): DrawnSample => ({
  items: Object.entries(strata).flatMap(([stratum, { ids }]) => ids.map((item_id) => ({ item: { item_id }, stratum }))),
  population: 0,
  strata: Object.entries(strata).map(([stratum, { population, ids }]) => ({
    stratum,
    population,
    wanted: ids.length,
    sampled: ids.length,
  })),
});

const said = (item_id: string, judge_id: string, fields: object, repetition = 1): Opinion<ItemVerdict> => ({
  item_id,
  judge_id,
  repetition,
  status: "scored",
  call_id: "c",
  verdict: { item_id, ambiguous: false, ...fields },
});

const nothing = (item_id: string, judge_id: string): Opinion<never> => ({
  item_id,
  judge_id,
  repetition: 1,
  status: "unscored",
  reason: "no valid verdict",
  violations: [],
});

describe("a panel", () => {
  const sample = sampleOf({ all: { population: 9, ids: ["x"] } });
  const score = (opinions: Opinion<ItemVerdict>[]) => scoreItems(sample, opinions, measureWith(["a", "b"]))[0];

  test("has as many voices as judges, however often each was asked", () => {
    const often = [1, 2, 3].map((repetition) => said("x", "a", { score: 1, ambiguous: true }, repetition));
    expect(score([...often, said("x", "b", { score: 5 })])).toMatchObject({ score: 3, ambiguous: true });
    const twice = [1, 2].map((repetition) => said("x", "b", { score: 5 }, repetition));
    expect(score([said("x", "a", { score: 1 }), ...twice])).toMatchObject({ score: 3, ambiguous: false });
  });

  test("of which one judge said nothing valid leaves the item unscored, rather than scored by the other alone", () => {
    expect(score([said("x", "a", { score: 1 }), nothing("x", "b")])).toMatchObject({ score: null });
  });

  test("keeps the repetitions that hold", () => {
    expect(score([nothing("x", "a"), said("x", "a", { score: 2 }, 2), said("x", "b", { score: 4 })])?.score).toBe(3);
  });

  test("decides about a singleton by judges, not by verdicts", () => {
    const judged = (should_cluster: boolean) => ({
      should_cluster,
      best_cluster_id: should_cluster ? "c" : null,
      confidence: 4,
    });
    const often = [1, 2, 3].map((repetition) =>
      said("x", "a", judged(true), repetition),
    ) as unknown as Opinion<never>[];
    const others = ["b", "c"].map((judge) => said("x", judge, judged(false))) as unknown as Opinion<never>[];
    expect(judgeSingletons(sample, [...often, ...others], measureWith(["a", "b", "c"]))[0]).toMatchObject({
      should_cluster: false,
      best_cluster_id: null,
    });
  });
});

test("a stratified sample is weighted back, with and without the ambiguous, and so are secondary fields", () => {
  const sample = sampleOf({
    rare: { population: 10, ids: ["r1", "r2"] },
    common: { population: 90, ids: ["c1", "c2"] },
  });
  const measure = measureWith(["a"], {
    strata: [{ bucket: "rare", count: 2 }],
    secondary: ["topics"],
    fields: { topics: { type: "integer" } },
  });
  const opinions = [
    said("r1", "a", { score: 5, topics: 10 }),
    said("r2", "a", { score: 5, topics: 10 }),
    said("c1", "a", { score: 1, topics: 0 }),
    said("c2", "a", { score: 3, topics: 0, ambiguous: true }),
  ];
  const scores = aggregateItems(scoreItems(sample, opinions, measure), sample, measure);
  expect(scores.mean).toMatchObject({ mean: 3.5 });
  expect(scores.weighted_mean).toMatchObject({ mean: expect.closeTo(0.1 * 5 + 0.9 * 2, 10) });
  // Half of the 90 common items are ambiguous, so 45 count beside the 10 rare ones.
  expect(scores.weighted_mean_without_ambiguous).toMatchObject({ mean: expect.closeTo((10 * 5 + 45 * 1) / 55, 10) });
  expect(scores.secondary.topics).toMatchObject({ weighted_mean: { mean: expect.closeTo(1, 10) } });
});
