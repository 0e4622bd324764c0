import type { SpendingInFlight } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import { HEADROOM } from "./price.ts";

/** What was spent for one thing, by every command on the store. */
export interface Account {
  /** In USD, what was spent before and by other processes included. */
  spentUsd(): number;
  /** How much of that is an upper bound, for requests whose answers were never read to their price. */
  reservedUsd(): number;
  /** What was in flight of earlier commands that were killed, in USD; a part of what is reserved. */
  killedUsd(): number;
  /** How many of those had no known price, where nobody has named one since. */
  killedUnpriced(): number;
  /** The most that one call or one trial has cost; 0 when nothing is known. */
  highestUsd(): number;
  /** @param inAllUsd what the call or the trial has come to, with what was added for it before */
  add(usd: number, inAllUsd: number): void;
  /** Adds an upper bound, which says nothing about prices. */
  reserve(usd: number): void;
  /** Says how much is in flight now. Returns when a command that runs after a crash would find as much, or more. */
  coverInFlight(now: SpendingInFlight): void;
  /** Whether a payer was found to name no price, by this command or an earlier one. */
  isUnpriced(payer: string): boolean;
  /** Remembers whether a payer names prices. */
  notePricing(payer: string, names: "price" | "no price"): void;
  /** Takes in what other processes have spent meanwhile. */
  refresh(): void;
  /** Writes down what has not been written yet. */
  flush(): void;
  /** The same, when nothing is in flight any more. */
  close(): void;
}

/** Where answers come in by the thousand, a record for each would cost more than it tells; after a crash, this much time is not accounted for. */
const WRITE_EVERY_MS = 40;

/** So much more than is needed is written down, since a record for each request would cost more than it tells. */
const IN_FLIGHT_AHEAD = 1.5;
const NOTHING: SpendingInFlight = { usd: 0, unpriced: 0, unpriced_usd: 0 };

/**
 * The account of a campaign, a judging or a batch, kept in the store.
 *
 * @param name its folder, relative to outputs/
 */
export function openAccount(store: Pick<Store, "append" | "spent" | "refresh" | "claims">, name: string): Account {
  let unwritten = 0;
  let unwrittenReserve = 0;
  let highest = 0;
  let writtenAt = 0;
  let timer: NodeJS.Timeout | null = null;
  let inFlight = NOTHING;
  /** As written down. */
  let covered = NOTHING;

  /** What is covered from the next record on: less than before only where that tells much. */
  function nextCover(): SpendingInFlight {
    const { usd } = inFlight;
    const keeps = usd <= covered.usd && usd > 0 && usd * 2 >= covered.usd;
    return { ...inFlight, usd: keeps ? covered.usd : usd * IN_FLIGHT_AHEAD };
  }

  function append(rare: { unpriced?: string[]; priced?: string[] } = {}): void {
    const [usd, reserved] = [unwritten, unwrittenReserve];
    unwritten = 0;
    unwrittenReserve = 0;
    writtenAt = performance.now();
    const value = { schema_version: 2, usd, highest_usd: highest } as const;
    const cover = nextCover();
    const isChanged = cover.usd !== covered.usd || cover.unpriced_usd !== covered.unpriced_usd;
    store.append({
      kind: "spend",
      key: name,
      value: {
        ...value,
        ...(reserved > 0 ? { reserved_usd: reserved } : {}),
        ...(isChanged ? { in_flight: cover } : {}),
        ...rare,
      },
    });
    covered = cover;
  }

  function write(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (unwritten !== 0) append();
  }

  /** A disk that refuses is noticed by whoever stores the answer that was paid for. */
  function ifPossible(act: () => void): void {
    try {
      act();
    } catch {
      timer = null;
    }
  }
  const writeIfPossible = () => ifPossible(write);

  const highestUsd = () => Math.max(highest, store.spent(name).highest_usd);
  /** What had no price is taken to cost as much as the most expensive of all, once anything has one. */
  const killedUsd = () => {
    const { usd, unpriced, unpriced_usd: byDefault } = store.spent(name).killed;
    const known = unpriced * HEADROOM * highestUsd();
    return usd + (known > 0 ? Math.min(known, byDefault) : byDefault);
  };

  return {
    spentUsd: () => store.spent(name).usd + unwritten + killedUsd(),
    reservedUsd: () => store.spent(name).reserved_usd + unwrittenReserve + killedUsd(),
    killedUsd,
    killedUnpriced: () => (highestUsd() > 0 ? 0 : store.spent(name).killed.unpriced),
    highestUsd,
    add(usd, inAllUsd) {
      if (usd <= 0) return;
      unwritten += usd;
      highest = Math.max(highest, inAllUsd);
      const since = performance.now() - writtenAt;
      if (since >= WRITE_EVERY_MS) writeIfPossible();
      else timer ??= setTimeout(writeIfPossible, WRITE_EVERY_MS - since);
    },
    reserve(usd) {
      if (usd <= 0) return;
      unwritten += usd;
      unwrittenReserve += usd;
      // A command that runs after a crash must find it.
      writeIfPossible();
    },
    coverInFlight(now) {
      inFlight = now;
      // What was paid and is not written down yet is covered by what its request had reserved.
      if (now.usd + unwritten <= covered.usd && now.unpriced_usd <= covered.unpriced_usd) return;
      ifPossible(append);
    },
    isUnpriced: (payer) => store.spent(name).unpriced.has(payer),
    notePricing(payer, names) {
      if (store.spent(name).unpriced.has(payer) === (names === "no price")) return;
      append(names === "price" ? { priced: [payer] } : { unpriced: [payer] });
    },
    refresh() {
      if (store.claims.hasCompany()) store.refresh();
    },
    flush: writeIfPossible,
    close() {
      inFlight = NOTHING;
      if (covered.usd > 0 || covered.unpriced > 0) ifPossible(append);
      writeIfPossible();
    },
  };
}

/**
 * The account of one command, gone when it ends.
 *
 * @param lasting remembers who names no price
 */
export function temporaryAccount(lasting?: Pick<Account, "isUnpriced" | "notePricing">): Account {
  let spent = 0;
  let reserved = 0;
  let highest = 0;
  return {
    spentUsd: () => spent,
    reservedUsd: () => reserved,
    killedUsd: () => 0,
    killedUnpriced: () => 0,
    coverInFlight() {},
    highestUsd: () => highest,
    add(usd, inAllUsd) {
      spent += usd;
      highest = Math.max(highest, inAllUsd);
    },
    reserve(usd) {
      spent += usd;
      reserved += usd;
    },
    isUnpriced: (payer) => lasting?.isUnpriced(payer) ?? false,
    notePricing: (payer, names) => lasting?.notePricing(payer, names),
    refresh() {},
    flush() {},
    close() {},
  };
}
