import { formatUsd } from "../presentation/index.ts";
import type { Account } from "./account.ts";
import { expectedUsd, moreExpensive, type Price } from "./price.ts";

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
  /** Why one more answer of this price must not be bought for it; null while there is room. */
  refusal(usd: number): string | null;
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

  function open(payer: Payer, expected: number): Reservation {
    const reservation: OpenReservation = { payer, expected, paid: 0 };
    // Nobody has to wait for what costs nothing, or for what nobody limits.
    if (maxCostUsd !== null && !payer.isFree) inFlight.add(reservation);
    return {
      paid(usd) {
        if (usd === null) return noPrice(payer);
        reservation.paid += usd;
        spent += usd;
        account.add(usd, reservation.paid);
        learn(payer, reservation.paid);
      },
      refusal(usd) {
        if (maxCostUsd === null || payer.isFree) return null;
        if (stopped !== null) return stopped;
        account.refresh();
        // What others may still need is theirs; what was kept for this one is what it asks for.
        const others = reservedBy([...inFlight].filter((one) => one !== reservation));
        if (account.spentUsd() + others + usd <= maxCostUsd) return null;
        return whyFull(account.spentUsd(), spent, maxCostUsd);
      },
      end() {
        inFlight.delete(reservation);
        wake();
      },
    };
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

  async function reserve(payer: Payer): Promise<Reservation | null> {
    if (maxCostUsd === null || payer.isFree) return stopped === null ? open(payer, 0) : null;
    for (;;) {
      if (stopped !== null) return null;
      account.refresh();
      const expected = room(payer, maxCostUsd);
      if (expected !== null) return open(payer, expected);
      // What is in flight may turn out cheaper than expected; only when nothing is, the limit has been reached.
      if (inFlight.size === 0) {
        stop(whyFull(account.spentUsd(), spent, maxCostUsd));
        return null;
      }
      await new Promise<void>((resume) => waiting.push(resume));
    }
  }

  return {
    reserve,
    spentUsd: () => spent,
    totalUsd: () => account.spentUsd(),
    maxCostUsd,
    stopReason: () => stopped,
    close: account.close,
  };
}

function reservedBy(reservations: readonly OpenReservation[]): number {
  return reservations.reduce((sum, { expected, paid }) => sum + Math.max(0, expected - paid), 0);
}

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
  /** So far. */
  paid: number;
}
