import type { LostAnswer } from "../gateway/index.ts";
import { formatUsd } from "../presentation/index.ts";
import type { Account } from "./account.ts";
import { expectedUsd, HEADROOM, moreExpensive, type Price } from "./price.ts";

/** Where everybody who spends money asks first and says afterwards what it came to: trials, judges, whoever comes next. */
export interface Ledger {
  /**
   * Keeps room for something that costs money. Waits while what is in flight may turn out cheaper than expected; null when it might cross
   * the limit. Whoever gets a reservation ends it.
   */
  reserve(payer: Payer): Promise<Reservation | null>;
  /** What was paid through this ledger, in USD. */
  spentUsd(): number;
  /** What was spent in all, also before and by others, in USD. */
  totalUsd(): number;
  readonly maxCostUsd: number | null;
  /** Why nothing more is paid for, for people; null while there is room. */
  stopReason(): string | null;
  close(): void;
}

/** Somebody whose prices are alike: a model that is tried, a judge. */
export interface Payer {
  /** Equal for whoever has the same prices. */
  name: string;
  /** Who names the prices. */
  endpoint: string;
  /** Of the question, where longer ones cost more: its characters. */
  size: number;
  /** A program in place of a model. */
  isFree: boolean;
}

export interface Reservation {
  /** What one answer cost; null when its provider named no price. */
  paid(usd: number | null): void;
  /**
   * Whoever asked was lost, and what it had sent may have been paid for: that stays charged. Room is kept for asking again; false when there
   * is none.
   */
  lost(lost: LostAnswer): Promise<boolean>;
  /** Why one more answer of this price must not be bought for it; null while there is room. */
  refusal(usd: number): string | null;
  /** What may still be bought for it, in USD; null where nothing is limited. */
  roomUsd(): number | null;
  /** The same for somebody who spends where nobody can be asked meanwhile: not all that is free, but this much is kept for it alone. */
  claimRoomUsd(): number | null;
  end(): void;
}

export interface LedgerOptions {
  maxCostUsd: number | null;
  account: Account;
  /** `free`: who names no price has none. For limits that are nobody's wish: a server of one's own reports no cost. */
  unpriced?: "stop" | "free";
}

/**
 * A limit that holds before it is crossed: something is paid for only if what it is expected to cost, and everything in flight, still
 * fits. A payer's first question goes alone, since nothing is known about its price yet; it is taken to cost as much as the most expensive of
 * all others. A provider that reports no cost cannot be held to a limit, so after the first such answer nothing more is paid for.
 */
export function openLedger({ maxCostUsd, account, unpriced = "stop" }: LedgerOptions): Ledger {
  let spent = 0;
  let stopped: string | null = null;
  const prices = new Map<string, Price>();
  /** Requests that were lost before anybody knew a price, by payer: they are charged as soon as there is one. */
  const unpricedLosses = new Map<string, number>();
  const inFlight = new Set<OpenReservation>();
  let waiting: (() => void)[] = [];
  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };
  const stop = (reason: string) => {
    stopped ??= reason;
    wake();
  };

  function open(reservation: OpenReservation): Reservation {
    const { payer } = reservation;
    const isLimited = maxCostUsd !== null && !payer.isFree;
    function takenUsd(): number {
      account.refresh();
      // What others may still need is theirs; what was kept for this one is what it asks for.
      return account.spentUsd() + reservedBy([...inFlight].filter((one) => one !== reservation));
    }
    return {
      paid(usd) {
        if (usd === null) return noPrice(payer);
        reservation.paid += usd;
        spent += usd;
        account.add(usd, reservation.paid);
        learn(payer, reservation.paid);
      },
      async lost({ paidUsd, isInDoubt }) {
        const known = Math.max(0, paidUsd - reservation.paid);
        const expected = Math.max(reservation.expected - reservation.paid, known * HEADROOM);
        const charged = isInDoubt && isLimited ? expected : known;
        if (isInDoubt && isLimited && reservation.expected === 0 && !prices.has(payer.name))
          unpricedLosses.set(payer.name, (unpricedLosses.get(payer.name) ?? 0) + 1);
        charge(charged, paidUsd);
        inFlight.delete(reservation);
        reservation.paid = 0;
        wake();
        return await keepRoom(reservation);
      },
      refusal(usd) {
        if (maxCostUsd === null || payer.isFree) return null;
        if (stopped !== null) return stopped;
        return takenUsd() + usd <= maxCostUsd ? null : whyFull(account.spentUsd(), spent, maxCostUsd);
      },
      roomUsd() {
        if (maxCostUsd === null || payer.isFree) return null;
        return stopped === null ? Math.max(0, maxCostUsd - takenUsd()) : 0;
      },
      claimRoomUsd() {
        if (!isLimited) return null;
        const free = stopped === null ? Math.max(0, maxCostUsd - takenUsd()) : 0;
        const { expected, paid } = reservation;
        // The first of all goes alone: nobody else needs anything.
        const claimed = expected === 0 ? free : Math.min(free, MOST_CLAIMED * expected);
        reservation.kept = Math.max(reservation.kept, claimed + paid);
        return claimed;
      },
      end() {
        inFlight.delete(reservation);
        chargeUnpricedLosses(payer);
        wake();
      },
    };
  }

  /** @param inAllUsd what is known to have been paid: an expectation says nothing about prices */
  function charge(usd: number, inAllUsd: number): void {
    if (usd <= 0) return;
    spent += usd;
    account.add(usd, inAllUsd);
    // Whoever comes after a crash has to find it.
    account.close();
  }

  function chargeUnpricedLosses({ name }: Payer): void {
    const price = prices.get(name);
    if (!price) return;
    charge((unpricedLosses.get(name) ?? 0) * price.cost, 0);
    unpricedLosses.delete(name);
  }

  function learn(payer: Payer, cost: number): void {
    const price = { cost, perSize: cost / Math.max(1, payer.size) };
    prices.set(payer.name, moreExpensive(prices.get(payer.name) ?? null, price));
  }

  function noPrice(payer: Payer): void {
    if (maxCostUsd === null || payer.isFree) return;
    if (unpriced === "free") prices.set(payer.name, moreExpensive(prices.get(payer.name) ?? null, FREE));
    else stop(`stopped: ${payer.endpoint} reports no cost, so a limit of $${maxCostUsd} cannot be kept`);
  }

  /** What to keep free for it; null when it has to wait. */
  function room(payer: Payer, max: number): number | null {
    const known = prices.get(payer.name);
    const expected = known
      ? expectedUsd(known, payer.size)
      : expectedUsd({ cost: account.highestUsd(), perSize: 0 }, 1);
    const taken = account.spentUsd() + reservedBy([...inFlight]);
    // Without any price, the question that will show one goes alone.
    const isFirstOfAll = expected === 0 && !known;
    const fits = isFirstOfAll ? taken < max : taken + expected <= max;
    const isAlone = ![...inFlight].some((other) => isFirstOfAll || other.payer.name === payer.name);
    return fits && (known || isAlone) ? expected : null;
  }

  /** Waits for room and takes it in the same moment; false when there will be none. */
  async function keepRoom(reservation: OpenReservation): Promise<boolean> {
    const { payer } = reservation;
    // Nobody has to wait for what costs nothing, or for what nobody limits.
    if (maxCostUsd === null || payer.isFree) return stopped === null;
    for (;;) {
      if (stopped !== null) return false;
      account.refresh();
      const expected = room(payer, maxCostUsd);
      if (expected !== null) {
        Object.assign(reservation, { expected, kept: expected, paid: 0 });
        inFlight.add(reservation);
        return true;
      }
      // What is in flight may turn out cheaper than expected; only when nothing is, the limit has been reached.
      if (inFlight.size === 0) {
        stop(whyFull(account.spentUsd(), spent, maxCostUsd));
        return false;
      }
      await new Promise<void>((resume) => waiting.push(resume));
    }
  }

  return {
    async reserve(payer) {
      const reservation = { payer, expected: 0, kept: 0, paid: 0 };
      return (await keepRoom(reservation)) ? open(reservation) : null;
    },
    spentUsd: () => spent,
    totalUsd: () => account.spentUsd(),
    maxCostUsd,
    stopReason: () => stopped,
    close: account.close,
  };
}

function reservedBy(reservations: readonly OpenReservation[]): number {
  return reservations.reduce((sum, { kept, paid }) => sum + Math.max(0, kept - paid), 0);
}

/** Times what is expected: one trial of an agent may be longer than all before it, and others have to run beside it. */
const MOST_CLAIMED = 4;

const FREE: Price = { cost: 0, perSize: 0 };

/** A sum of floats carries digits that nobody paid. */
const ROUNDING = 1e-9;

function whyFull(total: number, own: number, max: number): string {
  const before = total - own > ROUNDING ? ` (${formatUsd(total - own, 4)} of it before or elsewhere)` : "";
  return `stopped at ${formatUsd(total, 4)}${before}: the next call might cross the limit of $${max}`;
}

interface OpenReservation {
  payer: Payer;
  expected: number;
  /** Room that nobody else gets; as much as expected, or more. */
  kept: number;
  /** So far. */
  paid: number;
}
