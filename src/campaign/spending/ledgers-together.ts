import type { HeldRequest } from "../../gateway/index.ts";
import type { HoldOutcome } from "./hold-request.ts";
import type { Ledger } from "./ledger.ts";
import type { Reservation } from "./reservation.ts";

/** Combines several limits that all have to hold: spending counts in each. All callers ask in the same order, which prevents deadlocks. */
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
    paid(usd, refused) {
      one.paid(usd, refused);
      other.paid(usd, refused);
    },
    async hold(size, signal): Promise<HoldOutcome> {
      const first = await one.hold(size, signal);
      if (!first.ok) return first;
      const second = await other.hold(size, signal);
      const mostUsd = first.mostUsd;
      if (second.ok) return { ok: true, request: bothRequests(first.request, second.request), mostUsd };
      first.request.free();
      return second;
    },
    unanswered() {
      one.unanswered();
      other.unanswered();
    },
    lost: async (lost) => (await one.lost(lost)) && (await other.lost(lost)),
    roomUsd: () => smaller(one.roomUsd(), other.roomUsd()),
    claimRoomUsd: () => smaller(one.claimRoomUsd(), other.claimRoomUsd()),
    end() {
      one.end();
      other.end();
    },
  };
}

function bothRequests(one: HeldRequest, other: HeldRequest): HeldRequest {
  return {
    paid: (price) => larger(one.paid(price), other.paid(price)),
    lost: () => Math.max(one.lost(), other.lost()),
    free() {
      one.free();
      other.free();
    },
  };
}

function smaller(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

function larger(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
