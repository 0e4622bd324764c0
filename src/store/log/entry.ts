import type { RecordFacts, RecordKind } from "../../records/index.ts";
import type { RecordHead } from "./line.ts";

/** Index entry of a stored record. */
export interface Entry<Kind extends RecordKind = RecordKind> extends RecordHead {
  kind: Kind;
  /** Hash of its line. Empty for kinds that are only looked up. */
  sha256: string;
  facts: RecordFacts[Kind];
  /** Segment's name. */
  segment: string;
  /** Position in the segment, in bytes. */
  offset: number;
  length: number;
}

/** Damaged record, with its position and what is known of it. */
export interface DamagedRecord {
  /** `log/<segment>.jsonl`, with the position if known. */
  where: string;
  kind: RecordKind | null;
  key: string | null;
  place: string | null;
  problem: string;
  /** Cost from the index; null if unknown or none. */
  cost_usd: number | null;
  /** True if an intact copy is used instead. */
  healed: boolean;
}

/** Damage before looking for copies. */
export type FoundDamage = Omit<DamagedRecord, "healed">;

/** Returns a record's cost, if its index entry has one. */
export function costOf({ facts }: Pick<Entry, "facts">): number | null {
  return facts !== null && "cost_usd" in facts ? facts.cost_usd : null;
}

/** Kinds without a place, found by their key only; hundreds of thousands must fit into little memory. */
export const BARE_KINDS: ReadonlySet<RecordKind> = new Set(["call", "text", "checks"]);

/** Compares records by time. Two at the same moment are ordered by segment name, so that every reader agrees on which is newer. */
export function isNewer(one: Pick<Entry, "at" | "segment" | "offset">, other: typeof one): boolean {
  if (one.at !== other.at) return one.at > other.at;
  return one.segment === other.segment ? one.offset > other.offset : one.segment > other.segment;
}
