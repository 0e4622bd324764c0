import { EXIT } from "./exit-codes.ts";

/** How Ctrl-C is heard by whatever is running. */
export interface Interrupt {
  /** Aborted at the first signal: start nothing new. */
  readonly noNewWork: AbortSignal;
  /** Aborted when the moment of grace is over: end what is in flight. */
  readonly signal: AbortSignal;
  /** Stops listening; Ctrl-C ends the process again. */
  dispose(): void;
}

/** What is in flight was paid for; most answers arrive within this. */
const GRACE_SECONDS = 10;
/** npm and some shells pass a single Ctrl-C on twice, within a few milliseconds; nobody presses it twice that fast. */
const SAME_PRESS_MS = 100;

/**
 * Listens for SIGINT, SIGTERM and SIGHUP. The first asks for no new work and gives what is in flight a moment; the
 * second ends the process at once. Either way the exit code is 130.
 */
export function listenForInterrupt(say: (message: string) => void, graceSeconds = GRACE_SECONDS): Interrupt {
  const noNewWork = new AbortController();
  const work = new AbortController();
  let firstAt = 0;
  let grace: NodeJS.Timeout | undefined;

  function hear(): void {
    if (noNewWork.signal.aborted) {
      if (Date.now() - firstAt < SAME_PRESS_MS) return;
      // Listeners of the signal kill child processes before the process goes.
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
