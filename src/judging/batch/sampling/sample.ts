import { sha256 } from "../../../text/index.ts";
import type { Item, ItemId } from "./experiment-output.ts";

export interface SamplePlan {
  seed: number;
  size: number;
  strata: { bucket: string; count: number }[];
  shortfall: "fill" | "leave";
  /** Separates independent draws from one population: `item`, `singleton`. */
  draw: string;
}

export interface DrawnSample {
  /** In the order of their ranks, which is random except for the ids. */
  items: SampledItem[];
  population: number;
  strata: StratumCount[];
}

interface SampledItem {
  item: Item;
  stratum: string;
}

export interface StratumCount {
  stratum: string;
  population: number;
  wanted: number;
  sampled: number;
}

/** All items outside the named buckets, or all items when there are none. */
export const OTHER_ITEMS = "(other)";

/**
 * Draws by rank: hashes every id with the seed and takes the smallest hashes. So the same ids give the same sample on every
 * machine and in any order, two experiments share as much of their samples as they share ids, and one pass in memory proportional
 * to the sample suffices.
 */
export class Sampler {
  private readonly lowest = new Map<string, Ranked[]>();
  private readonly counts = new Map<string, number>();
  private readonly wanted: Map<string, number>;

  constructor(private readonly plan: SamplePlan) {
    const named = plan.strata.map(({ bucket, count }) => [bucket, count] as const);
    const rest = plan.size - named.reduce((sum, [, count]) => sum + count, 0);
    this.wanted = new Map([...named, [OTHER_ITEMS, rest]]);
  }

  add(item: Item): void {
    const stratum = item.bucket !== undefined && this.wanted.has(item.bucket) ? item.bucket : OTHER_ITEMS;
    this.counts.set(stratum, (this.counts.get(stratum) ?? 0) + 1);
    const candidates = this.lowest.get(stratum) ?? [];
    this.lowest.set(stratum, candidates);
    keepLowest(candidates, { rank: rankOf(this.plan, item.item_id), item, stratum }, this.plan.size);
  }

  finish(): DrawnSample {
    const candidates = [...this.wanted].map(([stratum, count]) => ({ ranked: this.lowest.get(stratum) ?? [], count }));
    const taken = candidates.flatMap(({ ranked, count }) => ranked.slice(0, count));
    const left = candidates.flatMap(({ ranked, count }) => ranked.slice(count));
    const filled = this.plan.shortfall === "fill" ? left.sort(byRank).slice(0, this.plan.size - taken.length) : [];
    const items = [...taken, ...filled].sort(byRank).map(({ item, stratum }) => ({ item, stratum }));
    const strata = [...this.wanted].map(([stratum, wanted]) => ({
      stratum,
      population: this.counts.get(stratum) ?? 0,
      wanted,
      sampled: items.filter((sampled) => sampled.stratum === stratum).length,
    }));
    const population = strata.reduce((sum, stratum) => sum + stratum.population, 0);
    return { items, population, strata: strata.filter((stratum) => stratum.wanted + stratum.population > 0) };
  }
}

/** An id with its type: 7 and "7" are two items. */
export function idKey(id: ItemId): string {
  return JSON.stringify(id);
}

interface Ranked extends SampledItem {
  rank: string;
}

function rankOf({ seed, draw }: SamplePlan, id: ItemId): string {
  return sha256(`${seed}\n${draw}\n${idKey(id)}`);
}

function byRank(one: Ranked, other: Ranked): number {
  return one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0;
}

function keepLowest(sorted: Ranked[], candidate: Ranked, size: number): void {
  if (size === 0 || (sorted.length === size && candidate.rank >= sorted[size - 1]!.rank)) return;
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]!.rank < candidate.rank) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, candidate);
  if (sorted.length > size) sorted.pop();
}
