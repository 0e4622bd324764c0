import type { ClaimLine } from "./claim-queues.ts";
import { joinClaims, type Membership } from "./membership.ts";

/** What came of claiming a question. */
export type Taken<Found> =
  /** Nobody else asks it now: ask, store the answer, then release. */
  | { state: "mine"; release(isAnswered: boolean): void }
  /** Somebody else asked it, and the answer is here. */
  | { state: "found"; found: Found }
  | { state: "interrupted" };

export interface TakeOptions {
  /** Ends the waiting for others. */
  signal?: AbortSignal;
  /** Told who it is when another process is asking the question right now: `process 4711`. */
  onWait?: (holder: string) => void;
}

/** Questions that are being asked right now, by any process on this store. */
export interface Claims {
  /**
   * Claims a question before it is paid for. If another process is asking it, waits for the answer; if that process fails or dies without one,
   * the next in turn asks.
   *
   * @param look finds the answer in the store; called once the question is claimed, and again whenever somebody else had it
   */
  take<Found>(key: string, look: () => Found | null, options?: TakeOptions): Promise<Taken<Found>>;
  /** Whether other processes ask questions on this store, as far as is known without looking. */
  hasCompany(): boolean;
  close(): Promise<void>;
}

/** How often a process that waits looks whether the other one is done. */
const POLL_MS = 50;

/**
 * @param path of the file in which processes say what they ask; null for a store that no other process can see
 * @param refresh takes in what other processes have stored
 */
export function openClaims(path: string | null, refresh: () => void): Claims {
  let joining: Promise<Membership> | null = null;
  let member: Membership | null = null;
  /** What is being asked or waited for through this store, and who is called when that is over. */
  const mine = new Map<string, (() => void)[]>();
  const waiting = new Set<Waiting>();
  let poll: NodeJS.Timeout | null = null;
  /** Whether something was released without a word, because nobody was there to hear it. */
  let wasSilent = false;

  async function join(): Promise<Membership> {
    joining ??= joinClaims(path!).then((joined) => {
      member = joined;
      joining = null;
      // After somebody removed the file, what is in flight is claimed anew.
      for (const key of mine.keys()) joined.say(["claim", joined.token, key, Date.now()]);
      // What others finished before is in the store now; what they claim from here on is watched.
      upToDate();
      return joined;
    });
    return await joining;
  }

  /** @returns false when somebody removed the file, so that nobody heard it */
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
      // Whoever comes later finds the answer in the store.
      wasSilent = true;
      member.queues.take(["release", member.token, key]);
    } else releaseAloud(key);
  }

  function releaseAloud(key: string): void {
    try {
      say((token) => ["release", token, key]);
    } catch {
      // The disk is full. Whoever stores the answer is told; whoever waits for it is free when this process ends.
    }
  }

  /** Brings the store up to date, and lets everybody look who waits for what has ended. */
  function upToDate(): void {
    // Whose turn it is, is settled before the store is read: only then an answer that is not there was never given.
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

  /** Waits until it is our turn, or the answer is there, or the user has had enough. */
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
      // The caller looked before it came here: what others stored since, it has not seen.
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

/** @param process as `nameOfThisProcess` gave it */
function nameOf(process: string): string {
  return `process ${process.split("-")[1]}`;
}
