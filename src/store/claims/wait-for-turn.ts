import type { Taken } from "./claims.ts";
import { type ClaimsState, type ClaimWaiter, isDue, refreshClaims, releaseQuestion } from "./claims-state.ts";

/** Polling interval while waiting for another process. */
const POLL_MS = 50;

/** Waits for our turn, for the answer, or for an abort. */
export function waitForTurn<Found>(
  state: ClaimsState,
  key: string,
  look: () => Found | null,
  signal?: AbortSignal,
): Promise<Taken<Found>> {
  return new Promise((resolve, reject) => {
    const end = (taken: Taken<Found>) => {
      state.waiting.delete(waiter);
      if (taken.state !== "mine") releaseQuestion(state, key, false);
      resolve(taken);
    };
    const lookNow = (isOurTurn: boolean) => {
      try {
        const found = look();
        if (found !== null) end({ state: "found", found });
        else if (signal?.aborted) end({ state: "interrupted" });
        else if (isOurTurn) end(askNow(state, key));
      } catch (error) {
        state.waiting.delete(waiter);
        reject(error);
      }
    };
    const waiter: ClaimWaiter = { key, signal, look: lookNow };
    state.waiting.add(waiter);
    refreshClaims(state);
    if (state.waiting.has(waiter)) lookNow(false);
    pollSoon(state);
  });
}

export function askNow<Found>(state: ClaimsState, key: string): Taken<Found> {
  return { state: "mine", release: (isAnswered) => releaseQuestion(state, key, isAnswered) };
}

function pollSoon(state: ClaimsState): void {
  if (state.waiting.size > 0) state.poll ??= setTimeout(() => pollClaims(state), POLL_MS);
}

function pollClaims(state: ClaimsState): void {
  state.poll = null;
  state.member?.listen();
  state.member?.dropTheDead();
  if ([...state.waiting].some((waiter) => isDue(state, waiter))) refreshClaims(state);
  pollSoon(state);
}
