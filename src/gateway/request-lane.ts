import { createAdaptiveLimit, type LoadSignal } from "./adaptive-limit.ts";
import type { Waiting } from "./retry-policy.ts";

/** Limits all requests to one model at one endpoint: a number at a time, and none while the server asks for a pause. */
export interface RequestLane {
  /** Sends the request in its turn; null if the signal came first and it was never sent. */
  run<T>(request: () => Promise<T>, readLoad: (result: T) => RequestLoad, signal?: AbortSignal): Promise<T | null>;
}

/** An answer's indication of how much load the server can take. */
export interface RequestLoad {
  load: LoadSignal;
  /** Requested pause in milliseconds, which all requests respect. */
  comeBackAfterMs: number | null;
}

export type OpenLane = (endpoint: string, model: string) => RequestLane;

/** A lane within this process. */
export function createLocalLane(waiting: Waiting, sizes: { start?: number; most?: number } = {}): RequestLane {
  const limit = createAdaptiveLimit(sizes);
  let closedUntil = 0;
  return {
    async run(request, readLoad, signal) {
      const ended = await limit.run(
        async () => {
          const closedFor = closedUntil - waiting.now();
          if (closedFor > 0) await waiting.sleep(closedFor, signal);
          if (signal?.aborted) return null;
          const result = await request();
          const { load, comeBackAfterMs } = readLoad(result);
          if (comeBackAfterMs !== null) closedUntil = waiting.now() + comeBackAfterMs;
          return { result, load };
        },
        (attempted) => attempted?.load ?? "neutral",
        signal,
      );
      return ended === null ? null : ended.result;
    },
  };
}
