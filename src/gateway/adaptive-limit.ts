import pLimit from "p-limit";

/** A finished request's indication of how much load the server can take. */
export type LoadSignal = "success" | "crowded" | "neutral";

export interface AdaptiveLimit {
  readonly concurrency: number;
  /** Runs the task when there is room; null if the signal came first and it never started. */
  run<T>(task: () => Promise<T>, readLoad: (result: T) => LoadSignal, signal?: AbortSignal): Promise<T | null>;
}

/**
 * Limits requests in flight to one model at one endpoint: additive increase, multiplicative decrease. Until the first 429 every
 * success adds a slot; afterwards a full round of successes does. Halves on a 429, but not again for requests that were already
 * in flight then. Never grows beyond what is used.
 */
export function createAdaptiveLimit({ start = 32, most = 512 } = {}): AdaptiveLimit {
  const limit = pLimit(start);
  let round = 0;
  let metTheCeiling = false;
  let successes = 0;

  function learn(load: LoadSignal, startedInRound: number): void {
    if (load === "crowded" && startedInRound === round) {
      round++;
      metTheCeiling = true;
      successes = 0;
      limit.concurrency = Math.max(1, Math.floor(limit.concurrency / 2));
    } else if (load === "success" && limit.activeCount >= limit.concurrency) {
      successes++;
      if (successes < (metTheCeiling ? limit.concurrency : 1)) return;
      successes = 0;
      limit.concurrency = Math.min(most, limit.concurrency + 1);
    }
  }

  return {
    get concurrency() {
      return limit.concurrency;
    },
    run(task, readLoad, signal) {
      return new Promise((resolve, reject) => {
        const giveUp = () => resolve(null);
        if (signal?.aborted) return giveUp();
        // All requests of a campaign listen to one signal, and each listener's cost grows with their number, so only waiting
        // requests listen.
        const waits = limit.activeCount + limit.pendingCount >= limit.concurrency;
        if (waits) signal?.addEventListener("abort", giveUp, { once: true });
        limit(async () => {
          if (waits) signal?.removeEventListener("abort", giveUp);
          if (signal?.aborted) return;
          const startedInRound = round;
          const result = await task();
          learn(readLoad(result), startedInRound);
          resolve(result);
        }).catch(reject);
      });
    },
  };
}
