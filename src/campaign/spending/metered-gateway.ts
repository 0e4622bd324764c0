import type { Gateway } from "../../gateway/index.ts";
import { type ChatOutcome, isBelievablePrice } from "../../records/index.ts";
import type { Reservation } from "./reservation.ts";

/** A gateway whose every answer is paid from a reservation, with the requests before it that failed and had a price all the same. */
export function meteredGateway(
  gateway: Gateway,
  reservation: Pick<Reservation, "paid"> & Partial<Reservation>,
): Gateway {
  return {
    endpoint: gateway.endpoint,
    offline: gateway.offline,
    async complete(request, settings) {
      const { lost: mayRepeatLost, unanswered: onUnanswered } = reservation;
      const outcome = await gateway.complete(request, {
        ...settings,
        ...(mayRepeatLost ? { mayRepeatLost } : {}),
        ...(onUnanswered ? { onUnanswered } : {}),
      });
      for (const price of pricesOf(outcome)) reservation.paid(price);
      return outcome;
    },
  };
}

/** What a provider charged for one answer and the failures before it. A failure without a price cost nothing. */
function pricesOf(outcome: ChatOutcome): (number | null)[] {
  const failed = [...outcome.retries.map(({ cost_usd }) => cost_usd)].filter((price) => price !== undefined);
  if (outcome.status === "answered") return [...failed, outcome.usage?.cost_usd ?? unbelieved(outcome.raw)];
  return outcome.cost_usd === undefined ? failed : [...failed, outcome.cost_usd];
}

/** The price that an answer named and nobody believes; null when it named none. */
function unbelieved(raw: unknown): number | null {
  const cost = (raw as { usage?: { cost?: unknown } } | null)?.usage?.cost;
  return typeof cost === "number" && !isBelievablePrice(cost) ? cost : null;
}
