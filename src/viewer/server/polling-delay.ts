const POLL_MS = 1000;
/** Share of one core for open pages of a running campaign. */
const SHARE = 1 / 5;

/** Returns the time until the store is checked again, given how long pages took to compose after the last change. */
export function pollingDelayMs(composingMs: number): number {
  return Math.max(POLL_MS, composingMs / SHARE);
}
