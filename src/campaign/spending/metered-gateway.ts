import type { ChatCallSettings, Gateway } from "../../gateway/index.ts";
import { type ChatOutcome, type ChatRequest, isBelievablePrice } from "../../records/index.ts";
import type { Reservation } from "./reservation.ts";

type Charged = Pick<Reservation, "paid"> & Partial<Reservation>;

/** Charges each answer, and its failed attempts, to a reservation. */
export function meteredGateway(gateway: Gateway, reservation: Charged): Gateway {
  return {
    endpoint: gateway.endpoint,
    offline: gateway.offline,
    complete: (request, settings) => completeMetered(gateway, reservation, request, settings),
  };
}

/**
 * Makes the one request that a reservation was made for, charges it, and ends the reservation. `isOverLimit`: the request was
 * lost, and repeating it might cross the limit.
 */
export async function completeOnce(
  gateway: Gateway,
  reservation: Reservation,
  request: ChatRequest,
  settings: ChatCallSettings,
): Promise<{ outcome: ChatOutcome; isOverLimit: boolean }> {
  let isOverLimit = false;
  const lost: Reservation["lost"] = async (answer) => {
    const mayRepeat = await reservation.lost(answer);
    isOverLimit ||= !mayRepeat;
    return mayRepeat;
  };
  try {
    const outcome = await completeMetered(gateway, { ...reservation, lost }, request, settings);
    return { outcome, isOverLimit };
  } finally {
    reservation.end();
  }
}

async function completeMetered(
  gateway: Gateway,
  { paid, lost: mayRepeatLost, unanswered: onUnanswered }: Charged,
  request: ChatRequest,
  settings: ChatCallSettings,
): Promise<ChatOutcome> {
  const outcome = await gateway.complete(request, {
    ...settings,
    ...(mayRepeatLost ? { mayRepeatLost } : {}),
    ...(onUnanswered ? { onUnanswered } : {}),
  });
  for (const price of pricesOf(outcome)) paid(price);
  return outcome;
}

/** The prices of one answer and of the failures before it. A failure without a price cost nothing. */
function pricesOf(outcome: ChatOutcome): (number | null)[] {
  const failed = [...outcome.retries.map(({ cost_usd }) => cost_usd)].filter((price) => price !== undefined);
  if (outcome.status === "answered") return [...failed, outcome.usage?.cost_usd ?? unbelieved(outcome.raw)];
  return outcome.cost_usd === undefined ? failed : [...failed, outcome.cost_usd];
}

/** A reported price that is impossible; null when there is none. */
function unbelieved(raw: unknown): number | null {
  const cost = (raw as { usage?: { cost?: unknown } } | null)?.usage?.cost;
  return typeof cost === "number" && !isBelievablePrice(cost) ? cost : null;
}
