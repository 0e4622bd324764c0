import type { Account } from "./account.ts";
import { chargeReserve, openBooks, totalUsd, unpricedRequestsUsd } from "./books.ts";
import type { Payer } from "./payer.ts";
import { openReservation, type Reservation } from "./reservation.ts";

/** Where everybody who spends money asks first and says afterwards what it came to: trials, judges, whoever comes next. */
export interface Ledger {
  /**
   * Keeps room for something that costs money. Waits while what is in flight may turn out cheaper than expected; null when it might cross
   * the limit. Whoever gets a reservation ends it.
   */
  reserve(payer: Payer): Promise<Reservation | null>;
  /** What was spent through this ledger, in USD. */
  spentUsd(): number;
  /** The part of that whose price is known. */
  paidUsd(): number;
  /** What was spent in all, also before and by others, in USD. */
  totalUsd(): number;
  /** How much of that is an upper bound, for requests whose answers were never read to their price. */
  reservedUsd(): number;
  readonly maxCostUsd: number | null;
  /** Remembers who names no price, also for a second limit of the same command. */
  readonly pricing: Pick<Account, "isUnpriced" | "notePricing">;
  /** Why nothing more is paid for, for people; null while there is room. */
  stopReason(): string | null;
  close(): void;
}

export interface LedgerOptions {
  maxCostUsd: number | null;
  account: Account;
  /** `free`: who names no price has none. For limits that are nobody's wish: a server of one's own reports no cost. */
  unpriced?: "stop" | "free";
}

/**
 * A limit that holds before it is crossed: something is paid for only if what it is expected to cost, and everything in flight, still
 * fits; and everything in flight but the dearest must fit even if prices jump meanwhile. A payer's first question goes alone, since nothing
 * is known about its price yet; it is taken to cost as much as the most expensive of all others. A provider that reports no cost cannot be
 * held to a limit, so after the first such answer nothing more is paid for.
 */
export function openLedger({ maxCostUsd, account, unpriced = "stop" }: LedgerOptions): Ledger {
  const books = openBooks(maxCostUsd, account, unpriced);
  return {
    reserve: (payer) => openReservation(books, payer),
    spentUsd: () => books.spentUsd + unpricedRequestsUsd(books),
    paidUsd: () => books.spentUsd - books.reservedUsd,
    totalUsd: () => totalUsd(books),
    reservedUsd: () => account.reservedUsd() + unpricedRequestsUsd(books),
    maxCostUsd,
    pricing: account,
    stopReason: () => books.stopped,
    close() {
      // No answer will say any more what they cost.
      const usd = unpricedRequestsUsd(books);
      books.unpricedRequests.clear();
      chargeReserve(books, usd);
      account.close();
    },
  };
}
