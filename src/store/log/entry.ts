import type { RecordFacts, RecordKind } from "../../records/index.ts";
import type { RecordHead } from "./line.ts";

/** What is known about a stored record without reading it. */
export interface Entry<Kind extends RecordKind = RecordKind> extends RecordHead {
  kind: Kind;
  /** Of its line. Empty for kinds that are only looked up. */
  sha256: string;
  facts: RecordFacts[Kind];
  /** Name of the segment it lies in. */
  segment: string;
  /** Bytes from the start of the segment. */
  offset: number;
  length: number;
}

/** A record somebody damaged: what it was, as far as that can be told, and where. */
export interface DamagedRecord {
  /** `log/<segment>.jsonl`, with the position where it is known. */
  where: string;
  kind: RecordKind | null;
  key: string | null;
  place: string | null;
  problem: string;
  /** What it had cost, as the index remembers it; null when that is unknown or it cost nothing. */
  cost_usd: number | null;
  /** True when another copy of the same record is whole, and used in its place. */
  healed: boolean;
}

/** Damage as it is found, before anybody looks for another copy. */
export type FoundDamage = Omit<DamagedRecord, "healed">;

/** What a record had cost, as far as the index keeps that. */
export function costOf({ facts }: Pick<Entry, "facts">): number | null {
  return facts !== null && "cost_usd" in facts ? facts.cost_usd : null;
}

/** Kinds that are looked up by their key and belong to no place; hundreds of thousands of them must fit in little memory. */
export const BARE_KINDS: ReadonlySet<RecordKind> = new Set(["call", "text", "checks"]);

/**
 * By time. Two processes that wrote within one moment are told apart by their names, so that every reader, now or later,
 * takes the same one for the newer.
 */
export function isNewer(one: Pick<Entry, "at" | "segment" | "offset">, other: typeof one): boolean {
  if (one.at !== other.at) return one.at > other.at;
  return one.segment === other.segment ? one.offset > other.offset : one.segment > other.segment;
}
