/** Converts seconds to a safe timer delay: Node's timers fire at once when asked to wait more than 24.8 days. */
export function timerMilliseconds(seconds: number): number {
  return Math.min(seconds * 1000, LONGEST);
}

const LONGEST = 2 ** 31 - 1;
