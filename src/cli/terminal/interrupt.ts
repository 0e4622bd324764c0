import { EXIT } from "./exit-codes.ts";

/** Two-stage Ctrl-C. */
export interface Interrupt {
  /** Aborted at the first signal: start no new work. */
  readonly noNewWork: AbortSignal;
  /** Aborted after the grace period: cancel work in flight. */
  readonly signal: AbortSignal;
  /** Stops listening, so that Ctrl-C ends the process again. */
  dispose(): void;
}

/** Calls in flight are paid for, and most answers arrive within this time. */
const GRACE_SECONDS = 10;
/** npm and some shells forward one Ctrl-C twice within milliseconds, faster than anyone presses it. */
const SAME_PRESS_MS = 100;

/**
 * Listens for SIGINT, SIGTERM and SIGHUP. The first signal stops new work and gives work in flight a grace period; the second ends the
 * process at once. Either way the exit code is 130.
 */
export function listenForInterrupt(say: (message: string) => void, graceSeconds = GRACE_SECONDS): Interrupt {
  const noNewWork = new AbortController();
  const work = new AbortController();
  let firstAt = 0;
  let grace: NodeJS.Timeout | undefined;

  function hear(): void {
    if (noNewWork.signal.aborted) {
      if (Date.now() - firstAt < SAME_PRESS_MS) return;
      // Abort listeners kill child processes first.
      work.abort();
      process.exit(EXIT.interrupted);
    }
    firstAt = Date.now();
    say(`Interrupted: nothing new is started; what is in flight gets ${graceSeconds} s. Ctrl-C again stops at once.`);
    noNewWork.abort();
    grace = setTimeout(() => work.abort(), graceSeconds * 1000).unref();
  }

  const signals: NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const name of signals) process.on(name, hear);
  return {
    noNewWork: noNewWork.signal,
    signal: work.signal,
    dispose() {
      clearTimeout(grace);
      for (const name of signals) process.off(name, hear);
    },
  };
}
