import type { Gateway } from "../gateway/index.ts";
import type { ChatOutcome } from "../records/index.ts";
import type { Reservation } from "./ledger.ts";

/** A gateway whose every answer is paid from a reservation, with the requests before it that failed and had a price all the same. */
export function meteredGateway(
  gateway: Gateway,
  reservation: Pick<Reservation, "paid"> & Partial<Reservation>,
): Gateway {
  return {
    endpoint: gateway.endpoint,
    offline: gateway.offline,
    async complete(request, settings) {
      const { lost: mayRepeatLost } = reservation;
      const outcome = await gateway.complete(request, { ...settings, ...(mayRepeatLost ? { mayRepeatLost } : {}) });
      for (const price of pricesOf(outcome)) reservation.paid(price);
      return outcome;
    },
  };
}

/** What a provider charged for one answer and the failures before it. A failure without a price cost nothing. */
function pricesOf(outcome: ChatOutcome): (number | null)[] {
  const failed = [...outcome.retries.map(({ cost_usd }) => cost_usd)].filter((price) => price !== undefined);
  if (outcome.status === "answered") return [...failed, outcome.usage?.cost_usd ?? null];
  return outcome.cost_usd === undefined ? failed : [...failed, outcome.cost_usd];
}
