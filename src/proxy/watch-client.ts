import type { ServerResponse } from "node:http";
import type { RequestContext } from "./answer-request.ts";

/** The client of an answer, and how long to read on after it has left. */
export interface WatchedClient {
  /** Aborts when the answer is not read any further. */
  signal: AbortSignal;
  /** The party that stopped waiting: the agent, or the end of its trial; null while it waits. */
  endedBy(): "client" | "trial" | null;
  /** Call when the answer has ended. */
  forget(): void;
}

/**
 * Tracks a client that may hang up. A provider charges for a request even then, and the price comes last, so an answer is
 * read on for a while after its agent hung up, if not too many are.
 *
 * @param isPriced false where nothing is charged: then nothing is read on
 */
export function watchClient(
  response: ServerResponse,
  { limits, drains: count, isClosing }: Pick<RequestContext, "limits" | "drains" | "isClosing">,
  isPriced: boolean,
): WatchedClient {
  const over = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let endedBy: "client" | "trial" | null = null;
  const onClose = () => {
    endedBy = isClosing() ? "trial" : "client";
    if (!isPriced || count.now >= limits.drainsAtOnce) return over.abort();
    count.now += 1;
    timer = setTimeout(() => over.abort(), limits.drainSeconds * 1000);
  };
  response.on("close", onClose);
  return {
    signal: over.signal,
    endedBy: () => endedBy,
    forget() {
      response.off("close", onClose);
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      count.now -= 1;
    },
  };
}
