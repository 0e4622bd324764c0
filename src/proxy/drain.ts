import type { ServerResponse } from "node:http";
import type { ProxyLimits } from "./limits.ts";

/** Whoever waits for an answer, and for how long it is read after that one has left. */
export interface WatchedClient {
  /** Given when the answer is not read any further. */
  signal: AbortSignal;
  hasLeft(): boolean;
  /** The answer has ended. */
  forget(): void;
}

/**
 * A provider charges for a request whether or not somebody waits for its answer, and its price comes last. So an answer is read on for a while
 * after its agent hung up, as long as not too many are.
 *
 * @param count how many are being read on; changed here
 * @param isPriced false where nothing is charged: then nothing is read on
 */
export function watchClient(
  response: ServerResponse,
  { limits, drains: count }: { limits: ProxyLimits; drains: { now: number } },
  isPriced: boolean,
): WatchedClient {
  const over = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let hasLeft = false;
  const onClose = () => {
    hasLeft = true;
    if (!isPriced || count.now >= limits.drainsAtOnce) return over.abort();
    count.now += 1;
    timer = setTimeout(() => over.abort(), limits.drainSeconds * 1000);
  };
  response.on("close", onClose);
  return {
    signal: over.signal,
    hasLeft: () => hasLeft,
    forget() {
      response.off("close", onClose);
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      count.now -= 1;
    },
  };
}
