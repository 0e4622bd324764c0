import type { AnswerPrice, RequestSize } from "../../gateway/index.ts";
import { type Books, chargeReserve, type LostRequest, type SentRequest } from "./books.ts";
import { learnRates, mostUsd, type RequestRates, worstOfRequestUsd } from "./request-rates.ts";

/** The name of a request's rates. Provider tools have prices independent of tokens, so requests that offer them have separate rates. */
export function ratesName(payer: string, { usesProviderTools }: RequestSize): string {
  return usesProviderTools ? `${payer}\nwith tools of the provider` : payer;
}

/**
 * Learns from the price of an answer. Earlier lost requests are charged again if rates turn out higher; and requests sent before
 * it are no longer a risk, since their price had not jumped beyond this one.
 */
export function learnPrice(books: Books, { size, number, ratesOf }: SentRequest, price: AnswerPrice): void {
  const known = books.rates.get(ratesOf) ?? null;
  const rates = learnRates(known, size, price);
  if (!rates) return;
  books.rates.set(ratesOf, rates);
  const lost = listIn(books.lostRequests, ratesOf);
  const unpriced = books.unpricedRequests.get(ratesOf) ?? [];
  books.unpricedRequests.delete(ratesOf);
  lost.push(...unpriced);
  const isDearer = known === null || rates.usdPerByte > known.usdPerByte;
  for (const one of isDearer ? lost : unpriced) raiseCharge(books, one, mostUsd(rates, one.size));
  books.lastPriced.set(ratesOf, Math.max(books.lastPriced.get(ratesOf) ?? 0, number));
  for (const one of books.unconfirmed)
    if (one.ratesOf === ratesOf && one.number < number) books.unconfirmed.delete(one);
  raiseWorsts(books, ratesOf, rates);
}

/** Raises the worst case of requests that are in flight or lost. */
function raiseWorsts(books: Books, ratesOf: string, rates: RequestRates): void {
  for (const { requests } of books.inFlight)
    for (const one of requests) {
      if (one.ratesOf !== ratesOf) continue;
      one.worst = Math.max(one.worst, worstOfRequestUsd(rates, one.size));
      one.most = Math.max(one.most, mostUsd(rates, one.size));
    }
  for (const one of books.unconfirmed)
    if (one.ratesOf === ratesOf) one.worstUsd = Math.max(one.worstUsd, worstOfRequestUsd(rates, one.size));
}

/** Charges a request whose price will never be known. Returns the amount; null when no rates are known yet. */
export function chargeLost(books: Books, sent: SentRequest): number | null {
  const rates = books.rates.get(sent.ratesOf);
  const lost: LostRequest = { ...sent, chargedUsd: 0, worstUsd: 0 };
  if (!rates) {
    listIn(books.unpricedRequests, sent.ratesOf).push(lost);
    return null;
  }
  raiseCharge(books, lost, mostUsd(rates, sent.size));
  lost.worstUsd = worstOfRequestUsd(rates, sent.size);
  listIn(books.lostRequests, sent.ratesOf).push(lost);
  if (sent.number > (books.lastPriced.get(sent.ratesOf) ?? 0)) books.unconfirmed.add(lost);
  return lost.chargedUsd;
}

function raiseCharge(books: Books, lost: LostRequest, usd: number): void {
  if (usd <= lost.chargedUsd) return;
  chargeReserve(books, usd - lost.chargedUsd);
  lost.chargedUsd = usd;
}

function listIn(lists: Map<string, LostRequest[]>, name: string): LostRequest[] {
  const known = lists.get(name);
  if (known) return known;
  const list: LostRequest[] = [];
  lists.set(name, list);
  return list;
}
