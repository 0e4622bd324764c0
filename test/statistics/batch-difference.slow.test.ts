import { expect, test } from "vitest";
import { experimentDifference } from "../../src/judging/batch/deciding/difference.ts";
import { Sampler } from "../../src/judging/batch/sampling/sample.ts";
import type { BatchResult } from "../../src/judging/batch/scoring/result.ts";
import { seededRandom } from "../../src/statistics/index.ts";

const SEEDS = 1500;
const STRATA = [
  { bucket: "rare", count: 20 },
  { bucket: "common", count: 20 },
];

interface Produced {
  item_id: string;
  bucket: string;
  score: number;
}

/** The result that a seed would have measured of an experiment with known scores. */
function measured(produced: Produced[], seed: number): BatchResult {
  const sampler = new Sampler({ seed, size: 40, strata: STRATA, shortfall: "fill", draw: "item" });
  for (const item of produced) sampler.add({ ...item });
  const sample = sampler.finish();
  const items = sample.items.map(({ item, stratum }) => ({
    item_id: item.item_id,
    stratum,
    score: item.score as number,
  }));
  return { name: "x", scoring: {}, items, sample } as unknown as BatchResult;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** 60 rare items gain, 540 common ones lose a little; so do those that change their bucket. */
function experiments(moving: number): { base: Produced[]; candidate: Produced[] } {
  const random = seededRandom(7);
  const base = Array.from({ length: 600 }, (_, index) => ({
    item_id: `i${index}`,
    bucket: index < 60 ? "rare" : "common",
    score: 1 + random.below(5),
  }));
  const candidate = base.map((item) => {
    const moves = random.uniform() < moving;
    const gain = item.bucket === "rare" ? 2 : -0.4;
    const bucket = moves ? (item.bucket === "rare" ? "common" : "rare") : item.bucket;
    return { ...item, bucket, score: item.score + gain + (moves ? 1.5 : 0) + random.uniform() * 2 - 1 };
  });
  return { base, candidate };
}

test.each([
  ["whose buckets stay", 0],
  ["of which one item in ten changes its bucket", 0.1],
])("the difference of experiments %s is that of all their items, and its interval holds it", (_, moving) => {
  const { base, candidate } = experiments(moving);
  const truth = mean(candidate.map(({ score }) => score)) - mean(base.map(({ score }) => score));
  const unweighted: number[] = [];
  const estimates = Array.from({ length: SEEDS }, (_, seed) => {
    const [first, second] = [measured(base, seed), measured(candidate, seed)];
    const found = experimentDifference(first, second);
    if ("kind" in found || found.interval.kind === "undefined" || found.method !== "paired")
      throw new Error("no interval");
    unweighted.push(mean(second.items.map(({ score }) => score!)) - mean(first.items.map(({ score }) => score!)));
    return { difference: found.difference, holds: found.interval.low <= truth && truth <= found.interval.high };
  });
  expect(mean(estimates.map(({ difference }) => difference))).toBeCloseTo(truth, 1);
  expect(Math.abs(mean(unweighted) - truth)).toBeGreaterThan(0.5);
  expect(mean(estimates.map(({ holds }) => Number(holds)))).toBeGreaterThan(0.93);
});
