import type { WireExchange } from "./record/index.ts";

/** Who is asked before a request goes out, and told afterwards what it came to. */
export interface TrialSpending {
  /** Why one more answer of this price must not be bought; null while there is room. */
  refusal(expectedUsd: number): string | null;
  /** What an answer cost; null when its provider named no price. */
  paid(usd: number | null): void;
}

export interface PriceGate {
  refusal(): string | null;
  settle(exchange: WireExchange): void;
}

/** An answer may be longer than all before it. */
const HEADROOM = 1.25;
/** Without any price, so many requests may break off before it is taken for a way around the limit. */
const MOST_WITHOUT_PRICE = 3;

/**
 * Keeps a trial within its cost limit, request by request. One that broke off before its price was named is taken to have
 * cost as much as the most expensive so far: hanging up is no way to be served for nothing.
 */
export function openPriceGate(spending: TrialSpending): PriceGate {
  let highest = 0;
  let withoutPrice = 0;
  return {
    refusal() {
      if (highest === 0 && withoutPrice >= MOST_WITHOUT_PRICE) {
        const refusal = spending.refusal(Number.MAX_VALUE);
        return (
          refusal && `${withoutPrice} requests broke off before their price was named, so the cost limit cannot be kept`
        );
      }
      return spending.refusal(highest * HEADROOM * (withoutPrice + 1));
    },
    settle({ outcome, usage }) {
      const price = usage?.cost_usd ?? null;
      if (price !== null) {
        highest = Math.max(highest, price);
        spending.paid(price);
      } else if (outcome === "answered") spending.paid(null);
      else if (outcome === "left" || outcome === "cut_off") withoutPrice += 1;
    },
  };
}
