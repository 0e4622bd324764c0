import type { SpendFacts } from "../../records/index.ts";
import type { Entry } from "./entry.ts";

/**
 * What was spent, by what it was spent for. Nobody ever asks for one record of it, only for the sum, so the sum is all that is kept: by segment,
 * since a segment may have to be read anew.
 */
export class Spending {
  private readonly bySegment = new Map<string, Map<string, SpendFacts>>();

  /** @returns whether it was a record of something spent */
  take(entry: Entry): boolean {
    if (entry.kind !== "spend") return false;
    const sums = this.bySegment.get(entry.segment) ?? new Map<string, SpendFacts>();
    this.bySegment.set(entry.segment, sums);
    sums.set(entry.key, together(sums.get(entry.key), (entry as Entry<"spend">).facts));
    return true;
  }

  forget(segment: string): void {
    this.bySegment.delete(segment);
  }

  of(name: string): SpendFacts {
    let sum = NOTHING;
    for (const sums of this.bySegment.values()) sum = together(sums.get(name), sum);
    return sum;
  }
}

const NOTHING: SpendFacts = { usd: 0, highest_usd: 0 };

function together(one: SpendFacts = NOTHING, other: SpendFacts): SpendFacts {
  return { usd: one.usd + other.usd, highest_usd: Math.max(one.highest_usd, other.highest_usd) };
}
