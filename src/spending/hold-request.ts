import type { AnswerPrice, HeldRequest, RequestSize } from "../gateway/index.ts";
import {
  type Books,
  chargeReserve,
  chargeUnpricedRequests,
  heldUsd,
  limitFor,
  neededUsd,
  type OpenReservation,
  stop,
  totalUsd,
  waitForRoom,
  wake,
  whyFull,
  worstsInFlight,
} from "./books.ts";
import { defaultUsd, learnRates, likelyUsd, mostUsd } from "./request-rates.ts";
import { fitsAtWorst } from "./room.ts";

/** `mostUsd` is the most that it may be charged; null while no price is known. */
export type HoldOutcome = { ok: true; request: HeldRequest; mostUsd: number | null } | { ok: false; refusal: string };

interface RequestNeed {
  expected: number;
  worst: number;
}

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
    if (max === null) return open(books, reservation, size, { expected: 0, worst: 0 }, pay);
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

/** A payer without a price, or one that was free so far, has no bound: such a request goes alone. */
function needOf({ rates }: Books, { payer }: OpenReservation, size: RequestSize): RequestNeed {
  const known = rates.get(payer.name);
  if (!known) return { expected: 0, worst: Number.POSITIVE_INFINITY };
  return { expected: likelyUsd(known, size), worst: mostUsd(known, size) };
}

/** Whether a request may go; `later` while something is under way whose end may give it room. */
function roomFor(books: Books, own: OpenReservation, need: RequestNeed, max: number): "now" | "later" | "never" {
  const others = [...books.inFlight].filter((one) => one !== own);
  const free = max - totalUsd(books);
  // What others may still need is theirs; what was kept for this one is what it asks for.
  const taken = others.reduce((sum, one) => sum + neededUsd(one), 0) + heldUsd(own);
  const isLikely = need.expected === 0 ? taken < free : taken + need.expected <= free;
  if (isLikely && fitsAtWorst([...worstsInFlight(books), need.worst], free)) return "now";
  // What others keep is not waited for: they may be waiting for this one.
  const settles = books.inFlight.size > 0 && [...books.inFlight].some(endsByItself);
  const kept = others.reduce((sum, { kept, paid, lost }) => sum + Math.max(0, kept - paid - lost), 0);
  const mayFit = need.expected === 0 ? kept < free : kept + need.expected <= free;
  return settles && (mayFit || others.some(({ payer }) => !payer.asksPerRequest)) ? "later" : "never";
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
  requests.add(need);
  const settled = <Charged>(charge: () => Charged, otherwise: Charged): Charged => {
    if (!requests.delete(need)) return otherwise;
    const charged = charge();
    wake(books);
    return charged;
  };
  const lose = () => charge(books, reservation, size);
  const request: HeldRequest = {
    paid: (price) =>
      settled(() => {
        // An agent can leave out what makes a provider name the price; that must not stop everything else.
        if (price.usd === null && price.refused === null && books.rates.has(payer.name)) return lose();
        pay(price.usd, price.usd === null ? price.refused : null);
        if (price.usd !== null) learn(books, payer.name, size, price);
        return price.usd;
      }, null),
    lost: () => settled(lose, 0),
    free: () => settled(() => undefined, undefined),
  };
  return { ok: true, request, mostUsd: Number.isFinite(need.worst) ? need.worst : null };
}

function learn(books: Books, payer: string, size: RequestSize, price: AnswerPrice): void {
  const rates = learnRates(books.rates.get(payer) ?? null, size, price);
  if (rates) books.rates.set(payer, rates);
  chargeUnpricedRequests(books, payer);
}

/** Charges a request whose price will never be known. Where nothing is limited, only what is known to have been paid is charged. */
function charge(books: Books, reservation: OpenReservation, size: RequestSize): number {
  const { payer } = reservation;
  if (limitFor(books, payer) === null) return 0;
  books.lostRequests += 1;
  const rates = books.rates.get(payer.name);
  if (rates) {
    const usd = mostUsd(rates, size);
    reservation.lost += usd;
    chargeReserve(books, usd);
    return usd;
  }
  const lost = [...(books.unpricedRequests.get(payer.name) ?? []), size];
  books.unpricedRequests.set(payer.name, lost);
  if (lost.length >= MOST_WITHOUT_PRICE)
    stop(
      books,
      `stopped: ${lost.length} requests to ${payer.endpoint} were broken off before any named its price, so a limit of $${books.maxCostUsd} cannot be kept`,
    );
  return defaultUsd(size);
}

/** A provider that breaks off once gets another chance to name its price; an agent that hangs up every time gets no more. */
const MOST_WITHOUT_PRICE = 3;
