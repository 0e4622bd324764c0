/** What a timer is set to for so many seconds. Node's timers end at once when they are to wait for more than 24.8 days. */
export function timerMilliseconds(seconds: number): number {
  return Math.min(seconds * 1000, LONGEST);
}

const LONGEST = 2 ** 31 - 1;
