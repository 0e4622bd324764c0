/** One part of work that several machines share: the second of eight. */
export interface Shard {
  part: number;
  of: number;
}

export type ReadShard = { ok: true; shard: Shard } | { ok: false; problem: string };

/** More machines than anyone has, so a typo. */
const MOST_SHARDS = 10_000;

/** Reads `2/8`. A matrix may count with leading zeros. */
export function readShard(written: string): ReadShard {
  const [, first, second] = /^(\d{1,9})\/(\d{1,9})$/.exec(written) ?? [];
  if (first === undefined || second === undefined)
    return { ok: false, problem: `takes a part and the number of parts, such as 2/8, not "${written}"` };
  const [part, of] = [Number(first), Number(second)];
  if (of === 0) return { ok: false, problem: `${written}: there must be at least one shard, such as 1/1` };
  if (of > MOST_SHARDS) return { ok: false, problem: `${written}: there can be ${MOST_SHARDS} shards at most` };
  if (part === 0) return { ok: false, problem: `${written}: shards are counted from 1; the first one is 1/${of}` };
  if (part > of)
    return {
      ok: false,
      problem: `${written}: there ${of === 1 ? "is 1 shard" : `are ${of} shards`}, so the last one is ${of}/${of}`,
    };
  return { ok: true, shard: { part, of } };
}

/** `shard 2 of 8`. */
export function formatShard({ part, of }: Shard): string {
  return `shard ${part} of ${of}`;
}
