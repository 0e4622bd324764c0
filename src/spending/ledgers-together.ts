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
    lost: async (lost) => (await one.lost(lost)) && (await other.lost(lost)),
    refusal: (usd) => one.refusal(usd) ?? other.refusal(usd),
    roomUsd: () => smaller(one.roomUsd(), other.roomUsd()),
    claimRoomUsd: () => smaller(one.claimRoomUsd(), other.claimRoomUsd()),
    end() {
      one.end();
      other.end();
    },
  };
}

function smaller(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
