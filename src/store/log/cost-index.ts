import type { SpendFacts, SpendingInFlight } from "../../records/index.ts";
import type { Entry } from "./entry.ts";

/** Total spending under a name. */
export interface SpentInAll {
  usd: number;
  highest_usd: number;
  reserved_usd: number;
  /** In-flight spending of killed processes; not included above. */
  killed: SpendingInFlight;
  /** Payers without a price, unless they reported one later. */
  unpriced: ReadonlySet<string>;
}

type Amounts = Omit<SpentInAll, "unpriced" | "killed">;

interface SegmentSum extends Amounts {
  /** Its writer's last report. */
  inFlight: SpendingInFlight | null;
  /** Time at which a payer last reported a price, or none. */
  naming: Map<string, { at: number; unpriced: boolean }>;
}

/** Spending by name. Only sums are ever requested, so only these are kept: by segment, as one may have to be read again. */
export class CostIndex {
  private readonly bySegment = new Map<string, Map<string, SegmentSum>>();

  /** @returns whether it is a record of spending */
  take(entry: Entry): boolean {
    if (entry.kind !== "spend") return false;
    const sums = this.bySegment.get(entry.segment) ?? new Map<string, SegmentSum>();
    this.bySegment.set(entry.segment, sums);
    const sum = sums.get(entry.key) ?? { ...NOTHING, inFlight: null, naming: new Map() };
    sums.set(entry.key, sum);
    addRecord(sum, entry as Entry<"spend">);
    return true;
  }

  forget(segment: string): void {
    this.bySegment.delete(segment);
  }

  /** @param isKilled returns whether a segment's writer was killed, unless it reported that nothing is in flight */
  of(name: string, isKilled: (segment: string) => boolean): SpentInAll {
    const naming: SegmentSum["naming"] = new Map();
    const inAll = { ...NOTHING };
    const killed = { usd: 0, unpriced: 0, unpriced_usd: 0 };
    for (const [segment, ofSegment] of this.bySegment) {
      const sum = ofSegment.get(name);
      if (!sum) continue;
      addAmounts(inAll, sum);
      for (const [payer, { at, unpriced }] of sum.naming) note(naming, payer, at, unpriced);
      const { inFlight } = sum;
      if (inFlight === null || (inFlight.usd === 0 && inFlight.unpriced === 0) || !isKilled(segment)) continue;
      killed.usd += inFlight.usd;
      killed.unpriced += inFlight.unpriced;
      killed.unpriced_usd += inFlight.unpriced_usd;
    }
    const unpriced = new Set([...naming].flatMap(([payer, found]) => (found.unpriced ? [payer] : [])));
    return { ...inAll, killed, unpriced };
  }
}

const NOTHING: Readonly<Amounts> = { usd: 0, highest_usd: 0, reserved_usd: 0 };

function addRecord(sum: SegmentSum, { at, facts }: Entry<"spend">): void {
  addAmounts(sum, facts);
  sum.inFlight = facts.in_flight ?? sum.inFlight;
  for (const payer of facts.unpriced ?? []) note(sum.naming, payer, at, true);
  for (const payer of facts.priced ?? []) note(sum.naming, payer, at, false);
}

function addAmounts(sum: Amounts, one: Pick<SpendFacts, "usd" | "highest_usd" | "reserved_usd">): void {
  sum.usd += one.usd;
  sum.highest_usd = Math.max(sum.highest_usd, one.highest_usd);
  sum.reserved_usd += one.reserved_usd ?? 0;
}

function note(naming: SegmentSum["naming"], payer: string, at: number, unpriced: boolean): void {
  const known = naming.get(payer);
  if (!known || known.at <= at) naming.set(payer, { at, unpriced });
}
