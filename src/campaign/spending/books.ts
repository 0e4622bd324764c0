import type { RequestSize } from "../../gateway/index.ts";
import { formatUsd, plural } from "../../text/presentation/index.ts";
import type { Account } from "./account.ts";
import type { Payer } from "./payer.ts";
import type { Price } from "./price.ts";
import { defaultUsd, type RequestRates } from "./request-rates.ts";

/** What a ledger knows: what was spent, what things cost, and what is in flight. */
export interface Books {
  readonly maxCostUsd: number | null;
  readonly account: Account;
  readonly unpriced: "stop" | "free";
  spentUsd: number;
  /** The part of it that is an upper bound. */
  reservedUsd: number;
  /** Requests that were charged without their price, in this command. */
  lostCount: number;
  stopped: string | null;
  prices: Map<string, Price>;
  /** What requests of agents cost. */
  rates: Map<string, RequestRates>;
  /** The last request of each whose price was told. */
  lastPriced: Map<string, number>;
  /** Trials and calls that were lost before anybody knew a price, by payer: they are charged as soon as there is one. */
  unpricedLosses: Map<string, number>;
  /** Requests of agents that were. They count at a default until then. */
  unpricedRequests: Map<string, LostRequest[]>;
  /** Requests of agents that were lost and are charged at an upper bound, which rises when prices do. */
  lostRequests: Map<string, LostRequest[]>;
  /** Those of them that no later answer has shown the prices of: they may have jumped. */
  unconfirmed: Set<LostRequest>;
  /** Requests of agents so far: which of two was sent later. */
  sent: number;
  inFlight: Set<OpenReservation>;
  waiting: Set<() => void>;
}

/** A request of an agent on its way. */
export interface SentRequest {
  size: RequestSize;
  /** In the order of sending. */
  number: number;
  /** Whose rates hold for it. */
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
  /** Room that nobody else gets; as much as expected, or more. */
  kept: number;
  /** The most it may cost if prices jump; 0 where each of its requests is held for itself. */
  worst: number;
  /** So far. */
  paid: number;
  /** Charged for what was lost of it. */
  lost: number;
  /** Its requests that are under way. */
  requests: Set<RequestNeed & SentRequest>;
  /** Its room was given away: somebody spends from it where nobody here sees it. */
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

/** A provider that breaks off once gets another chance to name its price; an agent that hangs up every time gets no more. */
export const MOST_WITHOUT_PRICE = 3;

/** The limit that holds for a payer; null where none does. */
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

/** Ends when something in flight has ended, or the signal is given. */
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

/** Spent in all, what is charged at a default included. */
export function totalUsd(books: Books): number {
  return books.account.spentUsd() + unpricedRequestsUsd(books);
}

export function unpricedRequestsUsd({ unpricedRequests }: Books): number {
  return [...unpricedRequests.values()].flat().reduce((sum, { size }) => sum + defaultUsd(size), 0);
}

/** Charges an upper bound: it says nothing about prices. */
export function chargeReserve(books: Books, usd: number): void {
  if (usd <= 0) return;
  books.spentUsd += usd;
  books.reservedUsd += usd;
  books.account.reserve(usd);
}

/** What is still kept for a reservation. */
export function neededUsd(reservation: OpenReservation): number {
  const { kept, paid, lost } = reservation;
  return Math.max(0, kept - paid - lost, heldUsd(reservation));
}

export function heldUsd({ requests }: OpenReservation): number {
  let sum = 0;
  for (const { expected } of requests) sum += expected;
  return sum;
}

/** The most that each thing in flight may still cost. */
export function worstsInFlight({ inFlight }: Books): number[] {
  return [...inFlight].flatMap(({ payer, worst, paid, requests }) =>
    payer.asksPerRequest ? [...requests].map((request) => request.worst) : [Math.max(0, worst - paid)],
  );
}

/** A sum of floats carries digits that nobody paid. */
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
