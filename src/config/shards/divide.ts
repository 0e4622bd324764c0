import { sha256 } from "../../text/index.ts";

/** A piece of work that exactly one shard does. */
export interface Portion {
  /** Unique among pieces. */
  key: string;
  /** Its duration, as a whole number in any unit common to all pieces; 1 if omitted. */
  weight?: number;
}

export interface Division {
  /** The shard that does it, counted from 1. */
  shardOf(key: string): number;
  /** SHA-256 of the assignment, equal on machines that divide alike. */
  fingerprint: string;
}

/**
 * Divides pieces among shards: the heaviest first, each to the least loaded shard, which is at most a third above the optimum
 * (Graham 1969). The result depends on keys and weights alone, not on their order. Weights are whole numbers, so that sums are
 * exact and machines agree.
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

/** By weight, then by key. Compares code units, because locales sort differently. */
function heaviestFirst(one: Portion, other: Portion): number {
  const difference = (other.weight ?? 1) - (one.weight ?? 1);
  if (difference !== 0) return difference;
  return one.key < other.key ? -1 : 1;
}

/** Of equal loads the one with fewer pieces, so that pieces without weight are spread as well. */
function leastLoaded(loads: readonly number[], counts: readonly number[]): number {
  let least = 0;
  for (let shard = 1; shard < loads.length; shard += 1) {
    const difference = loads[shard]! - loads[least]!;
    if (difference < 0 || (difference === 0 && counts[shard]! < counts[least]!)) least = shard;
  }
  return least;
}
