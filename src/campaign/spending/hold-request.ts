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
 * Keeps room for one request before it is sent. Waits for what is under way where that may give room, since an agent takes a refusal for
 * the end of its work.
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

/** Says what an answer cost; null when its provider named no price, or none that can be true. */
type Pay = (usd: number | null, refused?: string | null) => void;

const NO_NEED: RequestNeed = { expected: 0, most: 0, isPriced: true, worst: 0 };

/** A payer without a price, or one that was free so far, has no bound: such a request goes alone. */
function needOf({ rates }: Books, { payer }: OpenReservation, size: RequestSize): RequestNeed {
  const known = rates.get(ratesName(payer.name, size));
  if (!known) return { expected: 0, most: defaultUsd(size), isPriced: false, worst: Number.POSITIVE_INFINITY };
  const most = mostUsd(known, size);
  return { expected: likelyUsd(known, size), most, isPriced: true, worst: worstOfRequestUsd(known, size) };
}

/** Whether a request may go; `later` while something is under way whose end may give it room. */
function roomFor(books: Books, own: OpenReservation, need: RequestNeed, max: number): "now" | "later" | "never" {
  const others = [...books.inFlight].filter((one) => one !== own);
  const free = max - totalUsd(books);
  // What others may still need is theirs; what was kept for this one is what it asks for.
  const taken = others.reduce((sum, one) => sum + neededUsd(one), 0) + heldUsd(own);
  const isLikely = need.expected === 0 ? taken < free : taken + need.expected <= free;
  if (isLikely && fitsIfPricesJump(books, need.worst, free)) return "now";
  // What others keep is not waited for: they may be waiting for this one.
  const settles = books.inFlight.size > 0 && [...books.inFlight].some(endsByItself);
  const kept = others.reduce((sum, { kept, paid, lost }) => sum + Math.max(0, kept - paid - lost), 0);
  const mayFit = need.expected === 0 ? kept < free : kept + need.expected <= free;
  return settles && (mayFit || others.some(({ payer }) => !payer.asksPerRequest)) ? "later" : "never";
}

/**
 * What was lost may have cost more than it was charged, until a later answer shows that prices have not jumped. After a single one, such an
 * answer may always be asked for, alone: a provider that breaks off once must not end everything.
 */
function fitsIfPricesJump(books: Books, worst: number, free: number): boolean {
  const inFlight = worstsInFlight(books);
  const lost = [...books.unconfirmed].map(({ worstUsd, chargedUsd }) => Math.max(0, worstUsd - chargedUsd));
  return (inFlight.length === 0 && lost.length === 1) || fitsAtWorst([...inFlight, ...lost, worst], free);
}

/** A judge call, the trial of a model, or a request of an agent: none of them waits for room once it has some. */
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
        // An agent can leave out what makes a provider name the price; that must not stop everything else.
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

/** Charges a request whose price will never be known. Where nothing is limited, only what is known to have been paid is charged. */
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
