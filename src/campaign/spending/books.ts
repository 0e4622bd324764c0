import type { RequestSize } from "../../gateway/index.ts";
import { formatUsd, plural } from "../../text/presentation/index.ts";
import type { Account } from "./account.ts";
import type { Payer } from "./payer.ts";
import type { Price } from "./price.ts";
import { defaultUsd, type RequestRates } from "./request-rates.ts";

/** The state of a ledger: amounts spent, known prices, and requests in flight. */
export interface Books {
  readonly maxCostUsd: number | null;
  readonly account: Account;
  readonly unpriced: "stop" | "free";
  spentUsd: number;
  /** The part of it that is an upper bound. */
  reservedUsd: number;
  /** Requests of this command charged without their price. */
  lostCount: number;
  stopped: string | null;
  prices: Map<string, Price>;
  /** Cost rates of agents' requests. */
  rates: Map<string, RequestRates>;
  /** By rates, the last request with a reported price. */
  lastPriced: Map<string, number>;
  /** Trials and calls lost before any price was known, by payer; charged as soon as there is one. */
  unpricedLosses: Map<string, number>;
  /** Lost requests of agents without a known price; they count at a default until there is one. */
  unpricedRequests: Map<string, LostRequest[]>;
  /** Lost requests of agents charged at an upper bound, which rises when prices do. */
  lostRequests: Map<string, LostRequest[]>;
  /** Those of them whose prices no later answer has confirmed: prices may have jumped. */
  unconfirmed: Set<LostRequest>;
  /** Number of agents' requests so far, which orders them. */
  sent: number;
  inFlight: Set<OpenReservation>;
  waiting: Set<() => void>;
}

/** A request of an agent in flight. */
export interface SentRequest {
  size: RequestSize;
  /** In the order of sending. */
  number: number;
  /** The name of the rates that apply to it. */
  ratesOf: string;
}

export interface LostRequest extends SentRequest {
  chargedUsd: number;
  /** The most that it may have cost if prices had jumped. */
  worstUsd: number;
}

export interface RequestNeed {
  expected: number;
  /** The most that it may be charged; a default while no price is known. */
  most: number;
  isPriced: boolean;
  /** The most that it may cost if prices jump. */
  worst: number;
}

export interface OpenReservation {
  payer: Payer;
  expected: number;
  /** Exclusively reserved amount, at least the expected cost. */
  kept: number;
  /** The most it may cost if prices jump; 0 if each of its requests is reserved separately. */
  worst: number;
  paid: number;
  /** Charged for its lost requests. */
  lost: number;
  /** Its requests in flight. */
  requests: Set<RequestNeed & SentRequest>;
  /** Its budget was handed to a worker, whose spending is not visible here. */
  isClaimed: boolean;
}

export function openBooks(maxCostUsd: number | null, account: Account, unpriced: Books["unpriced"]): Books {
  return {
    maxCostUsd,
    account,
    unpriced,
    spentUsd: 0,
    reservedUsd: 0,
    lostCount: 0,
    stopped: null,
    prices: new Map(),
    rates: new Map(),
    lastPriced: new Map(),
    unpricedLosses: new Map(),
    unpricedRequests: new Map(),
    lostRequests: new Map(),
    unconfirmed: new Set(),
    sent: 0,
    inFlight: new Set(),
    waiting: new Set(),
  };
}

/**
 * Answers without a price that are tolerated: a provider that breaks off once gets another chance, but an agent that hangs up
 * every time does not.
 */
export const MOST_WITHOUT_PRICE = 3;

/** The limit that applies to a payer; null if none does. */
export function limitFor({ maxCostUsd }: Books, { isFree }: Payer): number | null {
  return isFree ? null : maxCostUsd;
}

export function stop(books: Books, reason: string): void {
  books.stopped ??= reason;
  wake(books);
}

export function wake({ waiting }: Books): void {
  const woken = [...waiting];
  waiting.clear();
  for (const resume of woken) resume();
}

/** Resolves when something in flight has ended, or the signal aborts. */
export async function waitForRoom({ waiting }: Books, signal?: AbortSignal): Promise<void> {
  let resume = () => {};
  const changed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  waiting.add(resume);
  signal?.addEventListener("abort", resume, { once: true });
  await changed;
  waiting.delete(resume);
  signal?.removeEventListener("abort", resume);
}

/** Total spending, including amounts charged at a default. */
export function totalUsd(books: Books): number {
  return books.account.spentUsd() + unpricedRequestsUsd(books);
}

export function unpricedRequestsUsd({ unpricedRequests }: Books): number {
  return [...unpricedRequests.values()].flat().reduce((sum, { size }) => sum + defaultUsd(size), 0);
}

/** Charges an upper bound, which says nothing about prices. */
export function chargeReserve(books: Books, usd: number): void {
  if (usd <= 0) return;
  books.spentUsd += usd;
  books.reservedUsd += usd;
  books.account.reserve(usd);
}

/** The remaining amount of a reservation. */
export function neededUsd(reservation: OpenReservation): number {
  const { kept, paid, lost } = reservation;
  return Math.max(0, kept - paid - lost, heldUsd(reservation));
}

export function heldUsd({ requests }: OpenReservation): number {
  let sum = 0;
  for (const { expected } of requests) sum += expected;
  return sum;
}

/** The most that each item in flight may still cost. */
export function worstsInFlight({ inFlight }: Books): number[] {
  return [...inFlight].flatMap(({ payer, worst, paid, requests }) =>
    payer.asksPerRequest ? [...requests].map((request) => request.worst) : [Math.max(0, worst - paid)],
  );
}

/** Tolerance for floating-point noise in sums. */
const ROUNDING = 1e-9;

export function whyFull(books: Books): string {
  const total = totalUsd(books);
  const elsewhere = total - books.spentUsd - unpricedRequestsUsd(books);
  const before = elsewhere > ROUNDING ? `${formatUsd(elsewhere, 4)} of it before or elsewhere` : "";
  const killed = books.account.killedUsd();
  const reserved = books.account.reservedUsd() - killed + unpricedRequestsUsd(books);
  const requests = books.lostCount > 0 ? plural(books.lostCount, "request") : "requests";
  const broken = reserved > ROUNDING ? `${formatUsd(reserved, 4)} of it reserved for ${requests} broken off` : "";
  const cutOff =
    killed > ROUNDING
      ? `${formatUsd(killed, 4)} of it reserved for what was in flight when an earlier command was killed`
      : "";
  const parts = [before, broken, cutOff].filter((part) => part !== "").join(", ");
  const of = parts === "" ? "" : ` (${parts})`;
  return `stopped at ${formatUsd(total, 4)}${of}: the next call might cross the limit of $${books.maxCostUsd}`;
}
