import type { HeldRequest, RequestSize } from "../../gateway/index.ts";
import {
  type Books,
  heldUsd,
  limitFor,
  MOST_WITHOUT_PRICE,
  neededUsd,
  type OpenReservation,
  type RequestNeed,
  type SentRequest,
  stop,
  totalUsd,
  waitForRoom,
  wake,
  whyFull,
  worstsInFlight,
} from "./books.ts";
import { coverInFlight } from "./cover-in-flight.ts";
import { chargeLost, learnPrice, ratesName } from "./lost-requests.ts";
import { defaultUsd, likelyUsd, mostUsd, worstOfRequestUsd } from "./request-rates.ts";
import { fitsAtWorst } from "./room.ts";

/** `mostUsd` is the most that it may be charged; null while no price is known. */
export type HoldOutcome = { ok: true; request: HeldRequest; mostUsd: number | null } | { ok: false; refusal: string };

/**
 * Reserves budget for one request before it is sent. Waits for requests in flight that may release budget, since an agent takes a
 * refusal for the end of its work.
 */
export async function holdRequest(
  books: Books,
  reservation: OpenReservation,
  size: RequestSize,
  { pay, signal }: { pay: Pay; signal?: AbortSignal },
): Promise<HoldOutcome> {
  const max = limitFor(books, reservation.payer);
  for (;;) {
    if (max === null) return open(books, reservation, size, NO_NEED, pay);
    if (books.stopped !== null) return { ok: false, refusal: books.stopped };
    if (signal?.aborted) return { ok: false, refusal: "nobody waits for the answer any more" };
    books.account.refresh();
    const need = needOf(books, reservation, size);
    const room = roomFor(books, reservation, need, max);
    if (room === "now") return open(books, reservation, size, need, pay);
    if (room === "never") return { ok: false, refusal: whyFull(books) };
    await waitForRoom(books, signal);
  }
}

/** Reports the cost of an answer; null when its provider reported no price, or an impossible one. */
type Pay = (usd: number | null, refused?: string | null) => void;

const NO_NEED: RequestNeed = { expected: 0, most: 0, isPriced: true, worst: 0 };

/** The budget a request needs. A payer that has no price, or was free so far, has no bound: its request is sent alone. */
function needOf({ rates }: Books, { payer }: OpenReservation, size: RequestSize): RequestNeed {
  const known = rates.get(ratesName(payer.name, size));
  if (!known) return { expected: 0, most: defaultUsd(size), isPriced: false, worst: Number.POSITIVE_INFINITY };
  const most = mostUsd(known, size);
  return { expected: likelyUsd(known, size), most, isPriced: true, worst: worstOfRequestUsd(known, size) };
}

/** Decides if a request may be sent; `later` while something in flight may release budget. */
function roomFor(books: Books, own: OpenReservation, need: RequestNeed, max: number): "now" | "later" | "never" {
  const others = [...books.inFlight].filter((one) => one !== own);
  const free = max - totalUsd(books);
  // Others keep what they may still need; this one's own reservation counts as available.
  const taken = others.reduce((sum, one) => sum + neededUsd(one), 0) + heldUsd(own);
  const isLikely = need.expected === 0 ? taken < free : taken + need.expected <= free;
  if (isLikely && fitsIfPricesJump(books, need.worst, free)) return "now";
  // Reservations of others are not awaited: they may be waiting for this one.
  const settles = books.inFlight.size > 0 && [...books.inFlight].some(endsByItself);
  const kept = others.reduce((sum, { kept, paid, lost }) => sum + Math.max(0, kept - paid - lost), 0);
  const mayFit = need.expected === 0 ? kept < free : kept + need.expected <= free;
  return settles && (mayFit || others.some(({ payer }) => !payer.asksPerRequest)) ? "later" : "never";
}

/**
 * Tests the risk of a price jump. A lost request may have cost more than it was charged, until a later answer shows that prices
 * have not jumped. After a single lost request such an answer may always be requested, alone, so that one broken answer does not
 * end everything.
 */
function fitsIfPricesJump(books: Books, worst: number, free: number): boolean {
  const inFlight = worstsInFlight(books);
  const lost = [...books.unconfirmed].map(({ worstUsd, chargedUsd }) => Math.max(0, worstUsd - chargedUsd));
  return (inFlight.length === 0 && lost.length === 1) || fitsAtWorst([...inFlight, ...lost, worst], free);
}

/** True for a judge call, the trial of a model, or a request of an agent: none of them waits for more budget. */
function endsByItself({ payer, requests }: OpenReservation): boolean {
  return !payer.asksPerRequest || requests.size > 0;
}

function open(
  books: Books,
  reservation: OpenReservation,
  size: RequestSize,
  need: RequestNeed,
  pay: Pay,
): HoldOutcome & { ok: true } {
  const { payer, requests } = reservation;
  const sent: SentRequest = { size, number: ++books.sent, ratesOf: ratesName(payer.name, size) };
  const own = { ...need, ...sent };
  requests.add(own);
  coverInFlight(books);
  const settled = <Charged>(charge: () => Charged, otherwise: Charged): Charged => {
    if (!requests.delete(own)) return otherwise;
    const charged = charge();
    coverInFlight(books);
    wake(books);
    return charged;
  };
  const lose = () => charge(books, reservation, sent);
  const request: HeldRequest = {
    paid: (price) =>
      settled(() => {
        const refused = "refused" in price ? price.refused : null;
        // An agent can drop whatever makes the provider report a price; that must not stop everything else.
        if (price.usd === null && refused === null && books.rates.has(payer.name)) return lose();
        pay(price.usd, price.usd === null ? refused : null);
        if ("promptTokens" in price) learnPrice(books, sent, price);
        return price.usd;
      }, null),
    lost: () => settled(lose, 0),
    free: () => settled(() => undefined, undefined),
  };
  return { ok: true, request, mostUsd: need.isPriced ? need.most : null };
}

/** Charges a request whose price will never be known. Without a limit, charges only known payments. */
function charge(books: Books, reservation: OpenReservation, sent: SentRequest): number {
  const { payer } = reservation;
  if (limitFor(books, payer) === null) return 0;
  books.lostCount += 1;
  const usd = chargeLost(books, sent);
  reservation.lost += usd ?? 0;
  const unpriced = books.unpricedRequests.get(sent.ratesOf)?.length ?? 0;
  if (unpriced >= MOST_WITHOUT_PRICE)
    stop(
      books,
      `stopped: ${unpriced} requests to ${payer.endpoint} were broken off before any named its price, so a limit of $${books.maxCostUsd} cannot be kept`,
    );
  return usd ?? defaultUsd(sent.size);
}
