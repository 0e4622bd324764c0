import { sha256 } from "../../text/index.ts";

/** Something that one shard does and no other. */
export interface Portion {
  /** No two pieces share it. */
  key: string;
  /** What it takes, as a whole number in any unit that all pieces share; 1 when left out. */
  weight?: number;
}

export interface Division {
  /** Which shard does it, counted from 1. */
  shardOf(key: string): number;
  /** SHA-256 over who does what. Two machines that come to the same one divide alike. */
  fingerprint: string;
}

/**
 * Divides pieces among shards: the heaviest first, each to the shard that has the least to do so far, which is never more than a third above the best
 * there is (Graham 1969). The result depends on keys and weights alone, not on the order in which they come. Weights are whole numbers, so that their sums are exact and
 * every machine comes to the same one.
 */
export function divide(pieces: readonly Portion[], shards: number): Division {
  const loads = new Array<number>(shards).fill(0);
  const counts = new Array<number>(shards).fill(0);
  const shardOfKey = new Map<string, number>();
  for (const { key, weight = 1 } of [...pieces].sort(heaviestFirst)) {
    const shard = leastLoaded(loads, counts);
    loads[shard]! += weight;
    counts[shard]! += 1;
    shardOfKey.set(key, shard + 1);
  }
  return {
    shardOf(key) {
      const shard = shardOfKey.get(key);
      if (shard === undefined) throw new Error(`"${key}" was not divided`);
      return shard;
    },
    get fingerprint() {
      const rows = [...shardOfKey].map(([key, shard]) => JSON.stringify([key, shard])).sort();
      return sha256(JSON.stringify([shards, rows]));
    },
  };
}

/** By weight, then by key. Compared by code units: a locale would sort differently elsewhere. */
function heaviestFirst(one: Portion, other: Portion): number {
  const difference = (other.weight ?? 1) - (one.weight ?? 1);
  if (difference !== 0) return difference;
  return one.key < other.key ? -1 : 1;
}

/** Of those with equal loads the one with fewer pieces, so that pieces without weight are spread as well. */
function leastLoaded(loads: readonly number[], counts: readonly number[]): number {
  let least = 0;
  for (let shard = 1; shard < loads.length; shard += 1) {
    const difference = loads[shard]! - loads[least]!;
    if (difference < 0 || (difference === 0 && counts[shard]! < counts[least]!)) least = shard;
  }
  return least;
}
