import type { Redis } from "ioredis";
import { BEGUN_CHANNEL, DONE_CHANNEL } from "../jobs/job.ts";

export interface Watched {
  isWaiting(id: string): boolean;
  begun(id: string): void;
  /** Checks these jobs for results. */
  look(ids: readonly string[]): Promise<void>;
  /** Checks all jobs for changes without a notification. */
  lookAtAll(): Promise<void>;
  everyMs: number;
}

/** Subscribes to finished jobs, and also polls, so that a lost notification only costs time. */
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
      // Redis was unreachable or full; the next poll retries.
    } finally {
      isLooking = false;
    }
  };
  // Report the present workers at once.
  void lookAtAll();
  const timer = setInterval(() => void lookAtAll(), watched.everyMs);
  return {
    close() {
      clearInterval(timer);
      told.disconnect();
    },
  };
}
