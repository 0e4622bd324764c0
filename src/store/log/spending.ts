import type { SpendFacts } from "../../records/index.ts";
import type { Entry } from "./entry.ts";

/** All that was spent for one thing. */
export interface SpentInAll {
  usd: number;
  highest_usd: number;
  reserved_usd: number;
  /** Payers that were found to name no price, unless they named one later. */
  unpriced: ReadonlySet<string>;
}

interface SegmentSum extends Omit<SpentInAll, "unpriced"> {
  /** When a payer was last found to name a price, or none. */
  naming: Map<string, { at: number; unpriced: boolean }>;
}

/**
 * What was spent, by what it was spent for. Nobody ever asks for one record of it, only for the sum, so the sum is all that is kept: by segment,
 * since a segment may have to be read anew.
 */
export class Spending {
  private readonly bySegment = new Map<string, Map<string, SegmentSum>>();

  /** @returns whether it was a record of something spent */
  take(entry: Entry): boolean {
    if (entry.kind !== "spend") return false;
    const sums = this.bySegment.get(entry.segment) ?? new Map<string, SegmentSum>();
    this.bySegment.set(entry.segment, sums);
    const sum = sums.get(entry.key) ?? { usd: 0, highest_usd: 0, reserved_usd: 0, naming: new Map() };
    sums.set(entry.key, sum);
    addRecord(sum, entry as Entry<"spend">);
    return true;
  }

  forget(segment: string): void {
    this.bySegment.delete(segment);
  }

  of(name: string): SpentInAll {
    const sums = [...this.bySegment.values()].flatMap((ofSegment) => ofSegment.get(name) ?? []);
    const naming: SegmentSum["naming"] = new Map();
    const inAll = { usd: 0, highest_usd: 0, reserved_usd: 0, naming };
    for (const sum of sums) {
      addAmounts(inAll, sum);
      for (const [payer, { at, unpriced }] of sum.naming) note(naming, payer, at, unpriced);
    }
    const unpriced = new Set([...naming].flatMap(([payer, found]) => (found.unpriced ? [payer] : [])));
    return { usd: inAll.usd, highest_usd: inAll.highest_usd, reserved_usd: inAll.reserved_usd, unpriced };
  }
}

function addRecord(sum: SegmentSum, { at, facts }: Entry<"spend">): void {
  addAmounts(sum, facts);
  for (const payer of facts.unpriced ?? []) note(sum.naming, payer, at, true);
  for (const payer of facts.priced ?? []) note(sum.naming, payer, at, false);
}

function addAmounts(sum: Omit<SpentInAll, "unpriced">, one: Omit<SpendFacts, "unpriced" | "priced">): void {
  sum.usd += one.usd;
  sum.highest_usd = Math.max(sum.highest_usd, one.highest_usd);
  sum.reserved_usd += one.reserved_usd ?? 0;
}

function note(naming: SegmentSum["naming"], payer: string, at: number, unpriced: boolean): void {
  const known = naming.get(payer);
  if (!known || known.at <= at) naming.set(payer, { at, unpriced });
}
