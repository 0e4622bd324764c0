import type { WireExchange } from "./record/index.ts";

/** Who is asked before a request goes out, and told afterwards what it came to. */
export interface TrialSpending {
  /** Why one more answer of this price must not be bought; null while there is room. */
  refusal(expectedUsd: number): string | null;
  /** What an answer cost; null when its provider named no price. */
  paid(usd: number | null): void;
}

export interface PriceGate {
  enter(): GateEntry;
}

/** `settle` is told what became of the request, null when nothing did; only the first time counts. */
export type GateEntry = { ok: true; settle(exchange: WireExchange | null): void } | { ok: false; refusal: string };

/** An answer may be longer than all before it. */
const HEADROOM = 1.25;
/** Without any price, so many requests may break off or be under way before it is taken for a way around the limit. */
const MOST_WITHOUT_PRICE = 3;

/**
 * Keeps a trial within its cost limit, request by request. Those under way are taken to cost as much as the most expensive so far. One that broke off before its price was named is taken to have
 * cost as much as the most expensive so far: hanging up is no way to be served for nothing.
 */
export function openPriceGate(spending: TrialSpending): PriceGate {
  let highest = 0;
  let withoutPrice = 0;
  let underWay = 0;

  function refusal(): string | null {
    const unknown = withoutPrice + underWay;
    if (highest > 0 || unknown < MOST_WITHOUT_PRICE) return spending.refusal(highest * HEADROOM * (unknown + 1));
    if (spending.refusal(Number.MAX_VALUE) === null) return null;
    return `the price of ${unknown} requests is not known, so the cost limit cannot be kept`;
  }

  function settle({ outcome, usage }: WireExchange): void {
    const price = usage?.cost_usd ?? null;
    if (price !== null) {
      highest = Math.max(highest, price);
      spending.paid(price);
    } else if (outcome === "answered") spending.paid(null);
    else if (outcome === "left" || outcome === "cut_off") withoutPrice += 1;
  }

  return {
    enter() {
      const refused = refusal();
      if (refused !== null) return { ok: false, refusal: refused };
      underWay += 1;
      let isSettled = false;
      return {
        ok: true,
        settle(exchange) {
          if (isSettled) return;
          isSettled = true;
          underWay -= 1;
          if (exchange) settle(exchange);
        },
      };
    },
  };
}
