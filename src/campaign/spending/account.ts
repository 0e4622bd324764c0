import type { SpendingInFlight } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import { HEADROOM } from "./price.ts";

/** The spending of one purpose, by every command on the store. */
export interface Account {
  /** In USD, including earlier spending and that of other processes. */
  spentUsd(): number;
  /** The part that is an upper bound, for requests whose answers were never read to their price. */
  reservedUsd(): number;
  /** In-flight spending of earlier commands that were killed, in USD; part of the reserved amount. */
  killedUsd(): number;
  /** The number of those without a known price, as long as no price has been reported since. */
  killedUnpriced(): number;
  /** The highest cost of one call or trial; 0 when unknown. */
  highestUsd(): number;
  /** @param inAllUsd the total of the call or trial so far, including this amount */
  add(usd: number, inAllUsd: number): void;
  /** Adds an upper bound, which says nothing about prices. */
  reserve(usd: number): void;
  /** Records the amount in flight. Returns once a command that runs after a crash would find at least that much. */
  coverInFlight(now: SpendingInFlight): void;
  /** True if a payer was found to report no price, by this command or an earlier one. */
  isUnpriced(payer: string): boolean;
  /** Remembers if a payer reports prices. */
  notePricing(payer: string, names: "price" | "no price"): void;
  /** Reads what other processes have spent meanwhile. */
  refresh(): void;
  /** Writes pending records. */
  flush(): void;
  /** Flushes, when nothing is in flight any more. */
  close(): void;
}

/** Interval between records, since one per answer would be too many when thousands arrive; a crash loses this much time. */
const WRITE_EVERY_MS = 40;

/** Factor by which more than the need is recorded, since one record per request would be too many. */
const IN_FLIGHT_AHEAD = 1.5;
const NOTHING: SpendingInFlight = { usd: 0, unpriced: 0, unpriced_usd: 0 };

/**
 * Opens the account of a campaign, a judging or a batch, which its store keeps.
 *
 * @param name its folder, relative to outputs/
 */
export function openAccount(store: SpendingStore, name: string): Account {
  return new StoredAccount(store, name);
}

type SpendingStore = Pick<Store, "append" | "spent" | "refresh" | "claims">;

class StoredAccount implements Account {
  private unwritten = 0;
  private unwrittenReserve = 0;
  private highest = 0;
  private writtenAt = 0;
  private timer: NodeJS.Timeout | null = null;
  private inFlight = NOTHING;
  /** The part already stored. */
  private covered = NOTHING;

  constructor(
    private readonly store: SpendingStore,
    private readonly name: string,
  ) {}

  spentUsd(): number {
    return this.stored.usd + this.unwritten + this.killedUsd();
  }

  reservedUsd(): number {
    return this.stored.reserved_usd + this.unwrittenReserve + this.killedUsd();
  }

  /** An unknown price counts as the highest known one, if there is any. */
  killedUsd(): number {
    const { usd, unpriced, unpriced_usd: byDefault } = this.stored.killed;
    const known = unpriced * HEADROOM * this.highestUsd();
    return usd + (known > 0 ? Math.min(known, byDefault) : byDefault);
  }

  killedUnpriced(): number {
    return this.highestUsd() > 0 ? 0 : this.stored.killed.unpriced;
  }

  highestUsd(): number {
    return Math.max(this.highest, this.stored.highest_usd);
  }

  add(usd: number, inAllUsd: number): void {
    if (usd <= 0) return;
    this.unwritten += usd;
    this.highest = Math.max(this.highest, inAllUsd);
    const since = performance.now() - this.writtenAt;
    if (since >= WRITE_EVERY_MS) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), WRITE_EVERY_MS - since);
  }

  reserve(usd: number): void {
    if (usd <= 0) return;
    this.unwritten += usd;
    this.unwrittenReserve += usd;
    // A command that runs after a crash must find it.
    this.flush();
  }

  coverInFlight(now: SpendingInFlight): void {
    this.inFlight = now;
    const { covered, unwritten } = this;
    // Paid but unrecorded amounts are covered by their request's reservation.
    if (now.usd + unwritten <= covered.usd && now.unpriced_usd <= covered.unpriced_usd) return;
    this.ifPossible(() => this.append());
  }

  isUnpriced(payer: string): boolean {
    return this.stored.unpriced.has(payer);
  }

  notePricing(payer: string, names: "price" | "no price"): void {
    if (this.isUnpriced(payer) === (names === "no price")) return;
    this.append(names === "price" ? { priced: [payer] } : { unpriced: [payer] });
  }

  refresh(): void {
    if (this.store.claims.hasCompany()) this.store.refresh();
  }

  flush(): void {
    this.ifPossible(() => {
      if (this.timer) clearTimeout(this.timer);
      this.timer = null;
      if (this.unwritten !== 0) this.append();
    });
  }

  close(): void {
    this.inFlight = NOTHING;
    if (this.covered.usd > 0 || this.covered.unpriced > 0) this.ifPossible(() => this.append());
    this.flush();
  }

  private get stored() {
    return this.store.spent(this.name);
  }

  private append(rare: { unpriced?: string[]; priced?: string[] } = {}): void {
    const { unwritten: usd, unwrittenReserve: reserved_usd, covered, highest: highest_usd } = this;
    this.unwritten = 0;
    this.unwrittenReserve = 0;
    this.writtenAt = performance.now();
    const in_flight = nextCover(this.inFlight, covered);
    const isChanged = in_flight.usd !== covered.usd || in_flight.unpriced_usd !== covered.unpriced_usd;
    this.store.append({
      kind: "spend",
      key: this.name,
      value: {
        ...{ schema_version: 2, usd, highest_usd },
        ...(reserved_usd > 0 ? { reserved_usd } : {}),
        ...(isChanged ? { in_flight } : {}),
        ...rare,
      },
    });
    this.covered = in_flight;
  }

  /** Ignores a full disk: storing the answer that was paid for fails, too, and stops the command. */
  private ifPossible(act: () => void): void {
    try {
      act();
    } catch {
      this.timer = null;
    }
  }
}

/** The cover in the next record: lowered only if the difference matters. */
function nextCover(inFlight: SpendingInFlight, covered: SpendingInFlight): SpendingInFlight {
  const { usd } = inFlight;
  const keeps = usd <= covered.usd && usd > 0 && usd * 2 >= covered.usd;
  return { ...inFlight, usd: keeps ? covered.usd : usd * IN_FLIGHT_AHEAD };
}

/**
 * Opens the account of one command, discarded when it ends.
 *
 * @param lasting remembers payers without prices
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
