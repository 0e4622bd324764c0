import type { Store } from "../store/index.ts";

/** What was spent for one thing, by every command on the store. */
export interface Account {
  /** In USD, what was spent before and by other processes included. */
  spentUsd(): number;
  /** How much of that is an upper bound, for requests whose answers were never read to their price. */
  reservedUsd(): number;
  /** The most that one call or one trial has cost; 0 when nothing is known. */
  highestUsd(): number;
  /** @param inAllUsd what the call or the trial has come to, with what was added for it before */
  add(usd: number, inAllUsd: number): void;
  /** Adds an upper bound, which says nothing about prices. */
  reserve(usd: number): void;
  /** Whether a payer was found to name no price, by this command or an earlier one. */
  isUnpriced(payer: string): boolean;
  /** Remembers whether a payer names prices. */
  notePricing(payer: string, names: "price" | "no price"): void;
  /** Takes in what other processes have spent meanwhile. */
  refresh(): void;
  /** Writes down what has not been written yet. */
  close(): void;
}

/** Where answers come in by the thousand, a record for each would cost more than it tells; after a crash, this much time is not accounted for. */
const WRITE_EVERY_MS = 40;

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

  function append(rare: { unpriced?: string[]; priced?: string[] } = {}): void {
    const [usd, reserved] = [unwritten, unwrittenReserve];
    unwritten = 0;
    unwrittenReserve = 0;
    writtenAt = performance.now();
    const value = { schema_version: 2, usd, highest_usd: highest } as const;
    store.append({
      kind: "spend",
      key: name,
      value: { ...value, ...(reserved > 0 ? { reserved_usd: reserved } : {}), ...rare },
    });
  }

  function write(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (unwritten !== 0) append();
  }

  /** A disk that refuses is noticed by whoever stores the answer that was paid for. */
  function writeIfPossible(): void {
    try {
      write();
    } catch {
      timer = null;
    }
  }

  return {
    spentUsd: () => store.spent(name).usd + unwritten,
    reservedUsd: () => store.spent(name).reserved_usd + unwrittenReserve,
    highestUsd: () => Math.max(highest, store.spent(name).highest_usd),
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
    isUnpriced: (payer) => store.spent(name).unpriced.has(payer),
    notePricing(payer, names) {
      if (store.spent(name).unpriced.has(payer) === (names === "no price")) return;
      append(names === "price" ? { priced: [payer] } : { unpriced: [payer] });
    },
    refresh() {
      if (store.claims.hasCompany()) store.refresh();
    },
    close: writeIfPossible,
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
    close() {},
  };
}
