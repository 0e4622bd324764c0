import type { Attempt } from "./attempt.ts";

/** Reachability of a server, as observed by requests so far. */
export interface Reachability {
  take(attempt: Pick<Attempt, "isDown" | "wasCut">): void;
  hasAnswered(): boolean;
  /** True after a request has given up on a server that never answered; later ones need not be patient. */
  isDown(): boolean;
  /** Called by a request without attempts left. @returns true if the server counts as down from now on */
  giveUp(): boolean;
}

export const NO_SERVER_THERE = "Nothing has answered there yet. Is the server running, and is the base URL right?";

export const PERHAPS_TLS = "If the server speaks TLS there, write https:// in the base URL.";

/** A single refusal may come from a server that is just starting. */
const REFUSALS_IN_A_ROW = 3;

/**
 * Detects a server that is down: it refuses every connection and has never answered, so waiting for it in every trial would take
 * minutes and change nothing. The first requests retry as configured; once one has given up, later ones try once. Any answer
 * resets this.
 */
export function trackReachability(): Reachability {
  let hasAnswered = false;
  let refusals = 0;
  let isGivenUp = false;
  return {
    take({ isDown, wasCut }) {
      if (isDown) refusals += 1;
      if (isDown || wasCut) return;
      hasAnswered = true;
      isGivenUp = false;
      refusals = 0;
    },
    hasAnswered: () => hasAnswered,
    isDown: () => isGivenUp && !hasAnswered,
    giveUp() {
      isGivenUp = !hasAnswered && refusals >= REFUSALS_IN_A_ROW;
      return isGivenUp;
    },
  };
}
