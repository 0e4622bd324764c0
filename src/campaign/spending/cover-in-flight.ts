import type { RequestSize } from "../../gateway/index.ts";
import type { SpendingInFlight } from "../../records/index.ts";
import { type Books, neededUsd, type OpenReservation } from "./books.ts";
import { expectedUsd, type Price } from "./price.ts";
import { defaultUsd } from "./request-rates.ts";

/**
 * Records a cover for everything in flight, so that a command that runs after a crash knows its possible cost. Skipped if nothing
 * is limited.
 */
export function coverInFlight(books: Books): void {
  if (books.maxCostUsd === null) return;
  const now: SpendingInFlight = { usd: 0, unpriced: 0, unpriced_usd: 0 };
  const addUnpriced = (usd: number) => {
    now.unpriced += 1;
    now.unpriced_usd += usd;
  };
  for (const lost of [...books.unpricedRequests.values()].flat()) addUnpriced(defaultUsd(lost.size));
  for (const count of books.unpricedLosses.values())
    for (let left = count; left > 0; left -= 1) addUnpriced(defaultUsd(sizeOfTrial(0)));
  for (const reservation of books.inFlight) {
    const { payer, requests, isClaimed } = reservation;
    if (!payer.asksPerRequest || isClaimed) {
      const price = books.prices.get(payer.name);
      if (price || isClaimed) now.usd += Math.max(neededUsd(reservation), price ? leftUsd(reservation, price) : 0);
      else addUnpriced(defaultUsd(sizeOfTrial(payer.length ?? payer.size)));
    }
    for (const { most, isPriced } of requests) {
      if (isPriced) now.usd += most;
      else addUnpriced(most);
    }
  }
  books.account.coverInFlight(now);
}

/** Assumed size of a judge's or model's single question; its answer is of ordinary length. */
function sizeOfTrial(length: number): RequestSize {
  return { bytes: length, outputTokens: TRIAL_TOKENS, answers: 1, pointsElsewhere: false };
}

const TRIAL_TOKENS = 4_096;

/** The first of all reserved nothing, since its price was unknown. */
function leftUsd({ payer, paid, lost }: OpenReservation, price: Price): number {
  return price.isFree ? 0 : Math.max(0, expectedUsd(price, payer.size) - paid - lost);
}
