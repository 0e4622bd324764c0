import {
  type ClaimsState,
  claimQuestion,
  forgetQuestion,
  hasCompany,
  refreshClaims,
  releaseQuestion,
} from "./claims-state.ts";
import { askNow, waitForTurn } from "./wait-for-turn.ts";

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
  /** Returns whether other processes are known to ask questions on this store, from what was last seen. */
  hasCompany(): boolean;
  close(): Promise<void>;
}

/**
 * @param path of the claims file; null for a store that no other process can see
 * @param refresh reads what other processes have stored
 */
export function openClaims(path: string | null, refresh: () => void): Claims {
  const state: ClaimsState = {
    path,
    refresh,
    joining: null,
    member: null,
    mine: new Map(),
    waiting: new Set(),
    poll: null,
    wasSilent: false,
  };
  return {
    take: (key, look, options) => takeQuestion(state, key, look, options),
    hasCompany: () => hasCompany(state),
    async close() {
      if (state.poll) clearTimeout(state.poll);
      const leaving = state.member;
      state.member = null;
      await leaving?.leave();
    },
  };
}

async function takeQuestion<Found>(
  state: ClaimsState,
  key: string,
  look: () => Found | null,
  { signal, onWait }: TakeOptions = {},
): Promise<Taken<Found>> {
  const { mine } = state;
  for (let others = mine.get(key); others; others = mine.get(key)) {
    const waiters = others;
    await new Promise<void>((resolve) => waiters.push(resolve));
  }
  mine.set(key, []);
  if (state.path !== null) {
    const { queues, dropTheDead } = await claimQuestion(state, key).catch((error: unknown) => {
      forgetQuestion(state, key);
      throw error;
    });
    if (!queues.isOwn(key)) dropTheDead();
    if (!queues.isOwn(key)) {
      onWait?.(nameOf(queues.firstOf(key)!.process));
      return await waitForTurn(state, key, look, signal);
    }
    if (queues.mayBeAnswered(key)) refreshClaims(state);
  }
  // Look again, since others may have stored the answer after the caller looked.
  const found = look();
  if (found === null) return askNow(state, key);
  releaseQuestion(state, key, false);
  return { state: "found", found };
}

/** @param process as returned by `nameOfThisProcess` */
function nameOf(process: string): string {
  return `process ${process.split("-")[1]}`;
}
