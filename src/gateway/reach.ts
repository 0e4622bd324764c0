import type { Attempt } from "./attempt.ts";

/** Whether anybody is at the other end of a gateway, as far as requests so far have shown. */
export interface Reach {
  take(attempt: Pick<Attempt, "isDown" | "wasCut">): void;
  hasAnswered(): boolean;
  /** True when a request has given up on a server that has never answered: the next ones need not be patient. */
  isDown(): boolean;
  /** Called by a request that has no attempts left. @returns whether the server counts as down from now on */
  giveUp(): boolean;
}

export const NOBODY_THERE = "Nothing has answered there yet. Is the server running, and is the base URL right?";

export const PERHAPS_TLS = "If the server speaks TLS there, write https:// in the base URL.";

/** A single refusal may be a server that is just starting. */
const REFUSALS_IN_A_ROW = 3;

/**
 * A server that refuses every connection, and has not answered once, is down: waiting for it in every trial would take minutes and change nothing. The first
 * requests are patient, as their settings say; when one of them has given up, those after it ask once. An answer, of whatever kind, ends it.
 */
export function openReach(): Reach {
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
