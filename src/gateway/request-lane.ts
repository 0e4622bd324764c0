import { createAdaptiveLimit, type LoadSignal } from "./adaptive-limit.ts";
import type { Waiting } from "./retry-policy.ts";

/** The requests to one model at one endpoint, whoever sends them: so many at a time, and none while the server wants to be left alone. */
export interface RequestLane {
  /** Sends the request when its turn has come; null if the signal came first and it was never sent. */
  run<T>(request: () => Promise<T>, readLoad: (result: T) => RequestLoad, signal?: AbortSignal): Promise<T | null>;
}

/** What an answer says about how much the other side can take. */
export interface RequestLoad {
  load: LoadSignal;
  /** A server that says when to come back is left alone until then, by all. */
  comeBackAfterMs: number | null;
}

/** The lane for a model, by the name of its endpoint. */
export type OpenLane = (endpoint: string, model: string) => RequestLane;

/** A lane of this process alone. */
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
