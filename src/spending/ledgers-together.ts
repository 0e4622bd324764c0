import type { Ledger, Reservation } from "./ledger.ts";

/** Several limits that all have to hold: what is spent is counted in each. Everybody asks them in the same order, so nobody waits in a circle. */
export function ledgersTogether(first: Ledger, second: Ledger): Pick<Ledger, "reserve" | "stopReason"> {
  return {
    async reserve(payer) {
      const one = await first.reserve(payer);
      const other = one && (await second.reserve(payer));
      if (one && !other) one.end();
      return one && other && both(one, other);
    },
    stopReason: () => first.stopReason() ?? second.stopReason(),
  };
}

function both(one: Reservation, other: Reservation): Reservation {
  return {
    paid(usd) {
      one.paid(usd);
      other.paid(usd);
    },
    refusal: (usd) => one.refusal(usd) ?? other.refusal(usd),
    end() {
      one.end();
      other.end();
    },
  };
}
