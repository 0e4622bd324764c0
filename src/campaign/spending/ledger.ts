import type { Account } from "./account.ts";
import { chargeReserve, openBooks, totalUsd, unpricedRequestsUsd } from "./books.ts";
import type { Payer } from "./payer.ts";
import { openReservation, type Reservation } from "./reservation.ts";

/** The authority over spending: trials and judges ask before they spend, and report the cost afterwards. */
export interface Ledger {
  /**
   * Reserves budget. Waits while items in flight may turn out cheaper than expected; null when the limit might be crossed. The
   * caller must end the reservation.
   */
  reserve(payer: Payer): Promise<Reservation | null>;
  /** Spending through this ledger, in USD. */
  spentUsd(): number;
  /** The part of it whose price is known. */
  paidUsd(): number;
  /** Total spending, including earlier and other commands', in USD. */
  totalUsd(): number;
  /** The part that is an upper bound, for requests whose answers were never read to their price. */
  reservedUsd(): number;
  readonly maxCostUsd: number | null;
  /** Remembers payers without prices, also for a second limit of the same command. */
  readonly pricing: Pick<Account, "isUnpriced" | "notePricing">;
  /** The reason why nothing more is paid for, for people; null while there is budget. */
  stopReason(): string | null;
  close(): void;
}

export interface LedgerOptions {
  maxCostUsd: number | null;
  account: Account;
  /** `free`: an unreported price counts as zero. For implicit limits, since a private server reports no cost. */
  unpriced?: "stop" | "free";
}

/**
 * Opens a limit that holds before it is crossed: something is paid for only if its expected cost, and everything in flight, still
 * fits; and everything in flight but the dearest must fit even if prices jump meanwhile. A payer's first question is sent alone,
 * since its price is unknown; it is assumed to cost as much as the most expensive of all others. A provider that reports no cost
 * cannot be held to a limit, so after the first such answer nothing more is paid for.
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
      // No later answer will reveal their cost.
      const usd = unpricedRequestsUsd(books);
      books.unpricedRequests.clear();
      chargeReserve(books, usd);
      account.close();
    },
  };
}
