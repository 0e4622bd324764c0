import type { RecordFacts, RecordKind } from "../../records/index.ts";
import type { RecordHead } from "./line.ts";

/** What is known about a stored record without reading it. */
export interface Entry<Kind extends RecordKind = RecordKind> extends RecordHead {
  kind: Kind;
  sha256: string;
  facts: RecordFacts[Kind];
  segment: number;
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
  problem: string;
}

/** Kinds that are looked up by their key and never listed; hundreds of thousands of them must fit in little memory. */
export const BARE_KINDS: ReadonlySet<RecordKind> = new Set(["call", "text", "checks"]);
