import type { LostAnswer, RequestSize } from "../../gateway/index.ts";
import { isBelievablePrice } from "../../records/index.ts";
import {
  type Books,
  chargeReserve,
  limitFor,
  MOST_WITHOUT_PRICE,
  neededUsd,
  type OpenReservation,
  stop,
  totalUsd,
  waitForRoom,
  wake,
  whyFull,
  worstsInFlight,
} from "./books.ts";
import { coverInFlight } from "./cover-in-flight.ts";
import { type HoldOutcome, holdRequest } from "./hold-request.ts";
import type { Payer } from "./payer.ts";
import { expectedUsd, HEADROOM, moreExpensive, type Price, worstUsd } from "./price.ts";
import { fitsAtWorst } from "./room.ts";

export interface Reservation {
  /** Charges an answer; null when its provider reported no price, with `refused` as the reason if an implausible one was rejected. */
  paid(usd: number | null, refused?: string | null): void;
  /** Reserves budget for one of its requests, before it is sent; every one must be settled before the reservation ends. */
  hold(size: RequestSize, signal?: AbortSignal): Promise<HoldOutcome>;
  /** One of its requests was sent and never answered: charges the expected cost. */
  unanswered(): void;
  /**
   * The requesting worker was lost, and its requests may have been paid for: they stay charged. Reserves budget for a repetition;
   * false when there is none.
   */
  lost(lost: LostAnswer): Promise<boolean>;
  /** The remaining budget, in USD; null without a limit. */
  roomUsd(): number | null;
  /** The remaining budget for a worker that cannot ask meanwhile: not everything that is free, but exclusively reserved. */
  claimRoomUsd(): number | null;
  end(): void;
}

/** Reserves budget; null when there will be none. */
export async function openReservation(books: Books, payer: Payer): Promise<Reservation | null> {
  const reservation: OpenReservation = {
    payer,
    expected: 0,
    kept: 0,
    worst: 0,
    paid: 0,
    lost: 0,
    requests: new Set(),
    isClaimed: false,
  };
  return (await keepRoom(books, reservation)) ? new BookedReservation(books, reservation).bound() : null;
}

/** Multiple of the expected cost, since an agent's trial may exceed all earlier ones, and others have to run beside it. */
const MOST_CLAIMED = 4;

class BookedReservation {
  private readonly held = new Set<{ lost(): number }>();

  constructor(
    private readonly books: Books,
    private readonly own: OpenReservation,
  ) {}

  /** Plain functions, because callers destructure them. */
  bound(): Reservation {
    return {
      paid: (usd, refused) => this.paid(usd, refused),
      hold: (size, signal) => this.hold(size, signal),
      unanswered: () => this.chargeLoss(this.own.expected),
      lost: (lost) => this.lost(lost),
      roomUsd: () => (this.max === null ? null : this.freeUsd(this.max)),
      claimRoomUsd: () => (this.max === null ? null : this.claim(this.max)),
      end: () => this.end(),
    };
  }

  private get max(): number | null {
    return limitFor(this.books, this.own.payer);
  }

  private paid(usd: number | null, refused: string | null = null): void {
    const { books, own } = this;
    if (!isBelievablePrice(usd)) {
      noPrice(books, own.payer, usd === null ? refused : `cost is ${usd}`);
      return;
    }
    own.paid += usd;
    books.spentUsd += usd;
    books.account.add(usd, own.paid);
    learn(books, own.payer, own.paid);
  }

  private async hold(size: RequestSize, signal?: AbortSignal): Promise<HoldOutcome> {
    const { books, own } = this;
    const outcome = await holdRequest(books, own, size, { pay: (usd, refused) => this.paid(usd, refused), signal });
    if (outcome.ok) this.held.add(outcome.request);
    return outcome;
  }

  /** Charges the expected cost of an answer that will never be read. */
  private chargeLoss(expected: number): void {
    const { books, own } = this;
    if (this.max === null) return;
    const { name } = own.payer;
    if (expected > 0 || books.prices.has(name)) {
      own.lost += expected;
      chargeReserve(books, expected);
    } else books.unpricedLosses.set(name, (books.unpricedLosses.get(name) ?? 0) + 1);
  }

  private async lost({ paidUsd, isInDoubt }: LostAnswer): Promise<boolean> {
    const { books, own } = this;
    const known = Math.max(0, paidUsd - own.paid);
    const expected = Math.max(own.expected - own.paid, known * HEADROOM);
    if (known > 0) {
      books.spentUsd += known;
      books.account.add(known, paidUsd);
    }
    if (isInDoubt) this.chargeLoss(known > 0 ? expected - known : expected);
    // A command that runs after a crash must find it.
    books.account.flush();
    books.inFlight.delete(own);
    Object.assign(own, { paid: 0, lost: 0 });
    wake(books);
    return await keepRoom(books, own);
  }

  private freeUsd(max: number): number {
    const { books, own } = this;
    if (books.stopped !== null) return 0;
    books.account.refresh();
    // Others keep what they may still need; this one's own reservation counts as available.
    const others = [...books.inFlight].filter((one) => one !== own);
    return Math.max(0, max - totalUsd(books) - others.reduce((sum, one) => sum + neededUsd(one), 0));
  }

  private claim(max: number): number {
    const { books, own } = this;
    const free = this.freeUsd(max);
    // The first of all runs alone, so nothing is needed elsewhere.
    const claimed = own.expected === 0 ? free : Math.min(free, MOST_CLAIMED * own.expected);
    own.kept = Math.max(own.kept, claimed + own.paid + own.lost);
    own.isClaimed = true;
    coverInFlight(books);
    return claimed;
  }

  private end(): void {
    const { books, own } = this;
    for (const request of this.held) request.lost();
    books.inFlight.delete(own);
    chargeUnpricedLosses(books, own.payer);
    coverInFlight(books);
    wake(books);
  }
}

function chargeUnpricedLosses(books: Books, { name }: Payer): void {
  const price = books.prices.get(name);
  if (!price) return;
  chargeReserve(books, (books.unpricedLosses.get(name) ?? 0) * price.cost);
  books.unpricedLosses.delete(name);
}

function learn(books: Books, payer: Payer, cost: number): void {
  const { name, size, length = size } = payer;
  const price = { cost, perSize: cost / Math.max(1, size), perLength: cost / Math.max(1, length) };
  books.prices.set(name, moreExpensive(books.prices.get(name) ?? null, price));
  books.account.notePricing(name, "price");
}

const FREE: Price = { cost: 0, perSize: 0, perLength: 0, isFree: true };

function noPrice(books: Books, payer: Payer, refused: string | null): void {
  const max = limitFor(books, payer);
  if (max === null) return;
  const { name, endpoint } = payer;
  if (books.unpriced === "free" && refused === null) {
    books.prices.set(name, moreExpensive(books.prices.get(name) ?? null, FREE));
    return;
  }
  const isAbsent = refused === null;
  if (isAbsent && !books.prices.has(name)) books.account.notePricing(name, "no price");
  const why = isAbsent ? "reports no cost" : `names a price that is not believed (${refused})`;
  stop(books, `stopped: ${endpoint} ${why}, so a limit of $${max} cannot be kept`);
}

/** The reserved amount and worst case; null if it has to wait. */
function room(books: Books, payer: Payer, max: number): Pick<OpenReservation, "expected" | "worst"> | null {
  const { name, size, length = size, asksPerRequest } = payer;
  const known = books.prices.get(name);
  const inFlight = [...books.inFlight];
  const expected = known ? expectedUsd(known, size) : HEADROOM * books.account.highestUsd();
  const worst = asksPerRequest ? 0 : worstUsd(known, length);
  const free = max - totalUsd(books);
  const taken = inFlight.reduce((sum, one) => sum + neededUsd(one), 0);
  // Without any known price, the question that will reveal one is sent alone.
  const isFirstOfAll = expected === 0 && !known;
  const fits = isFirstOfAll ? taken < free : taken + expected <= free;
  const isAlone = !inFlight.some((other) => isFirstOfAll || other.payer.name === name);
  if (!fits || !(known || isAlone)) return null;
  return asksPerRequest || fitsAtWorst([...worstsInFlight(books), worst], free) ? { expected, worst } : null;
}

/** Waits for budget and takes it atomically; false when there will be none. */
async function keepRoom(books: Books, reservation: OpenReservation): Promise<boolean> {
  const { payer } = reservation;
  const max = limitFor(books, payer);
  // Free or unlimited items never wait.
  if (max === null) return books.stopped === null;
  for (;;) {
    if (books.stopped !== null) return false;
    books.account.refresh();
    if (books.unpriced === "stop" && books.account.isUnpriced(payer.name)) {
      stop(books, whyUnpriced(payer, max));
      return false;
    }
    if (books.account.killedUnpriced() >= MOST_WITHOUT_PRICE) {
      stop(books, whyKilled(books.account.killedUnpriced(), payer, max));
      return false;
    }
    const found = room(books, payer, max);
    if (found !== null) {
      Object.assign(reservation, { ...found, kept: found.expected, paid: 0, lost: 0 });
      books.inFlight.add(reservation);
      coverInFlight(books);
      return true;
    }
    // Items in flight may turn out cheaper than expected; the limit is reached only if there are none.
    if (books.inFlight.size === 0) {
      stop(books, whyFull(books));
      return false;
    }
    await waitForRoom(books);
  }
}

function whyKilled(count: number, { endpoint }: Payer, max: number): string {
  return `stopped: ${count} requests were in flight when earlier commands were killed, and none has named a price, so a limit of $${max} cannot be kept; once ${endpoint} has named a price to a command without a limit, limits hold again`;
}

function whyUnpriced({ endpoint }: Payer, max: number): string {
  return `stopped: ${endpoint} reported no cost before, so a limit of $${max} cannot be kept; once it has named a price to a command without a limit, limits hold again`;
}
