import type { Redis } from "ioredis";
import { BEGUN_CHANNEL, DONE_CHANNEL } from "../jobs/job.ts";

export interface Watched {
  isWaiting(id: string): boolean;
  begun(id: string): void;
  /** Looks for the results of these jobs. */
  look(ids: readonly string[]): Promise<void>;
  /** Looks for everything that may have come, or gone, without a word. */
  lookAtAll(): Promise<void>;
  everyMs: number;
}

/** Hears which jobs have ended, and looks from time to time all the same: nothing depends on being told. */
export async function openWatch(client: Redis, watched: Watched): Promise<{ close(): void }> {
  const told = client.duplicate();
  told.on("error", () => {});
  let heard = new Set<string>();
  const lookAtHeard = () => {
    const ids = [...heard];
    heard = new Set();
    watched.look(ids).catch(() => {});
  };
  told.on("message", (channel: string, id: string) => {
    if (channel === BEGUN_CHANNEL) return watched.begun(id);
    if (!watched.isWaiting(id)) return;
    if (heard.size === 0) setImmediate(lookAtHeard);
    heard.add(id);
  });
  await told.subscribe(DONE_CHANNEL, BEGUN_CHANNEL);

  let isLooking = false;
  const lookAtAll = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await watched.lookAtAll();
    } catch {
      // Redis was away or full; the next look may find it.
    } finally {
      isLooking = false;
    }
  };
  // Whoever is there is known from the beginning.
  void lookAtAll();
  const timer = setInterval(() => void lookAtAll(), watched.everyMs);
  return {
    close() {
      clearInterval(timer);
      told.disconnect();
    },
  };
}
