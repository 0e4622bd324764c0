import type { ClaimLine } from "./claim-queues.ts";
import { joinClaims, type Membership } from "./membership.ts";

/** Result of claiming a question. */
export type Taken<Found> =
  /** Ask, store the answer, then release. */
  | { state: "mine"; release(isAnswered: boolean): void }
  /** Another process asked it, and the answer is stored. */
  | { state: "found"; found: Found }
  | { state: "interrupted" };

export interface TakeOptions {
  /** Stops waiting. */
  signal?: AbortSignal;
  /** Called with the other process's name when this one has to wait: `process 4711`. */
  onWait?: (holder: string) => void;
}

/** Questions being asked by any process on this store. */
export interface Claims {
  /**
   * Claims a question before it is paid for. If another process is asking it, waits for the answer; if that process fails or dies, the next
   * in the queue asks.
   *
   * @param look finds the answer in the store; called after claiming, and after each wait
   */
  take<Found>(key: string, look: () => Found | null, options?: TakeOptions): Promise<Taken<Found>>;
  /** Returns whether other processes are known to ask questions on this store, without checking anew. */
  hasCompany(): boolean;
  close(): Promise<void>;
}

/** Polling interval while waiting for another process. */
const POLL_MS = 50;

/**
 * @param path of the claims file; null for a store that no other process can see
 * @param refresh reads what other processes have stored
 */
export function openClaims(path: string | null, refresh: () => void): Claims {
  let joining: Promise<Membership> | null = null;
  let member: Membership | null = null;
  /** Questions asked through this store, with callbacks for when they are done. */
  const mine = new Map<string, (() => void)[]>();
  const waiting = new Set<Waiting>();
  let poll: NodeJS.Timeout | null = null;
  /** True if a release was not written because no other process was there. */
  let wasSilent = false;

  async function join(): Promise<Membership> {
    joining ??= joinClaims(path!).then((joined) => {
      member = joined;
      joining = null;
      // The file was removed, so claim again what is in flight.
      for (const key of mine.keys()) joined.say(["claim", joined.token, key, Date.now()]);
      // Read what others finished before; their later claims are watched.
      upToDate();
      return joined;
    });
    return await joining;
  }

  /** @returns false if the file was removed, so that the line was lost */
  function say(line: (token: string) => ClaimLine): boolean {
    if (!member?.say(line(member.token))) {
      void member?.leave();
      member = null;
      return false;
    }
    if (wasSilent && hasCompany()) {
      wasSilent = false;
      member.say(["only", member.token, [...mine.keys()]]);
    }
    return true;
  }

  async function claim(key: string): Promise<Membership> {
    for (;;) {
      const joined = member ?? (await join());
      if (say((token) => ["claim", token, key, Date.now()])) return joined;
    }
  }

  function forget(key: string): void {
    const others = mine.get(key) ?? [];
    mine.delete(key);
    for (const wake of others) wake();
  }

  function hasCompany(): boolean {
    return (member?.queues.others().length ?? 0) > 0;
  }

  function release(key: string, isAnswered: boolean): void {
    forget(key);
    if (!member) return;
    member.listen();
    if (isAnswered && !hasCompany()) {
      // A later process finds the answer in the store.
      wasSilent = true;
      member.queues.take(["release", member.token, key]);
    } else releaseAloud(key);
  }

  function releaseAloud(key: string): void {
    try {
      say((token) => ["release", token, key]);
    } catch {
      // The disk is full. Storing the answer reports it, and others stop waiting when this process ends.
    }
  }

  /** Reads the store, and wakes those whose wait may be over. */
  function upToDate(): void {
    // Determine turns before reading the store: only then does a missing answer mean that there is none.
    const due = [...waiting].filter(isDue).map((waiter) => ({ waiter, isOurTurn: isTurn(waiter.key) }));
    member?.queues.forgetEnded();
    refresh();
    for (const { waiter, isOurTurn } of due) waiter.look(isOurTurn);
  }

  const isTurn = (key: string) => member === null || member.queues.isOwn(key);

  function isDue({ key, signal }: Waiting): boolean {
    return signal?.aborted || isTurn(key) || member!.queues.mayBeAnswered(key);
  }

  function lookAround(): void {
    poll = null;
    member?.listen();
    member?.dropTheDead();
    if ([...waiting].some(isDue)) upToDate();
    pollSoon();
  }

  function pollSoon(): void {
    if (waiting.size > 0) poll ??= setTimeout(lookAround, POLL_MS);
  }

  const asking = <Found>(key: string): Taken<Found> => ({
    state: "mine",
    release: (isAnswered) => release(key, isAnswered),
  });

  /** Waits for our turn, for the answer, or for an abort. */
  function waitForTurn<Found>(key: string, look: () => Found | null, signal?: AbortSignal): Promise<Taken<Found>> {
    return new Promise((resolve, reject) => {
      const end = (taken: Taken<Found>) => {
        waiting.delete(waiter);
        if (taken.state !== "mine") release(key, false);
        resolve(taken);
      };
      const lookNow = (isOurTurn: boolean) => {
        try {
          const found = look();
          if (found !== null) end({ state: "found", found });
          else if (signal?.aborted) end({ state: "interrupted" });
          else if (isOurTurn) end(asking(key));
        } catch (error) {
          waiting.delete(waiter);
          reject(error);
        }
      };
      const waiter: Waiting = { key, signal, look: lookNow };
      waiting.add(waiter);
      upToDate();
      if (waiting.has(waiter)) lookNow(false);
      pollSoon();
    });
  }

  return {
    async take(key, look, { signal, onWait } = {}) {
      for (let others = mine.get(key); others; others = mine.get(key)) {
        const waiters = others;
        await new Promise<void>((resolve) => waiters.push(resolve));
      }
      mine.set(key, []);
      if (path !== null) {
        const { queues, dropTheDead } = await claim(key).catch((error: unknown) => {
          forget(key);
          throw error;
        });
        if (!queues.isOwn(key)) dropTheDead();
        if (!queues.isOwn(key)) {
          onWait?.(nameOf(queues.firstOf(key)!.process));
          return await waitForTurn(key, look, signal);
        }
        if (queues.mayBeAnswered(key)) upToDate();
      }
      // Look again, since others may have stored the answer after the caller looked.
      const found = look();
      if (found === null) return asking(key);
      release(key, false);
      return { state: "found", found };
    },
    hasCompany,
    async close() {
      if (poll) clearTimeout(poll);
      const leaving = member;
      member = null;
      await leaving?.leave();
    },
  };
}

interface Waiting {
  key: string;
  signal?: AbortSignal;
  look(isOurTurn: boolean): void;
}

/** @param process as returned by `nameOfThisProcess` */
function nameOf(process: string): string {
  return `process ${process.split("-")[1]}`;
}
