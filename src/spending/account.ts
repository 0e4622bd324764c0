import type { Store } from "../store/index.ts";

/** What was spent for one thing, by whomever. */
export interface Account {
  /** In USD, what was spent before and by other processes included. */
  spentUsd(): number;
  /** The most that one call or one trial has cost; 0 when nothing is known. */
  highestUsd(): number;
  /** @param inAllUsd what the call or the trial has come to, with what was added for it before */
  add(usd: number, inAllUsd: number): void;
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
  let highest = 0;
  let writtenAt = 0;
  let timer: NodeJS.Timeout | null = null;

  function write(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (unwritten === 0) return;
    const usd = unwritten;
    unwritten = 0;
    writtenAt = performance.now();
    store.append({ kind: "spend", key: name, value: { schema_version: 2, usd, highest_usd: highest } });
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
    highestUsd: () => Math.max(highest, store.spent(name).highest_usd),
    add(usd, inAllUsd) {
      if (usd <= 0) return;
      unwritten += usd;
      highest = Math.max(highest, inAllUsd);
      const since = performance.now() - writtenAt;
      if (since >= WRITE_EVERY_MS) writeIfPossible();
      else timer ??= setTimeout(writeIfPossible, WRITE_EVERY_MS - since);
    },
    refresh() {
      if (store.claims.hasCompany()) store.refresh();
    },
    close: writeIfPossible,
  };
}

/** The account of one command, gone when it ends. */
export function temporaryAccount(): Account {
  let spent = 0;
  let highest = 0;
  return {
    spentUsd: () => spent,
    highestUsd: () => highest,
    add(usd, inAllUsd) {
      spent += usd;
      highest = Math.max(highest, inAllUsd);
    },
    refresh() {},
    close() {},
  };
}
