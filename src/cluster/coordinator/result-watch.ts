import type { Redis } from "ioredis";
import { BEGUN_CHANNEL, DONE_CHANNEL } from "../jobs/job.ts";

export interface WatchedJobs {
  isWaiting(id: string): boolean;
  begun(id: string): void;
  /** Checks these jobs for results. */
  check(ids: readonly string[]): Promise<void>;
  /** Checks all jobs for changes without a notification. */
  checkAll(): Promise<void>;
  everyMs: number;
}

/** Subscribes to finished jobs, and also polls, so that a lost notification only costs time. */
export async function openResultWatch(client: Redis, watched: WatchedJobs): Promise<{ close(): void }> {
  const subscriber = client.duplicate();
  subscriber.on("error", () => {});
  let heard = new Set<string>();
  const checkHeard = () => {
    const ids = [...heard];
    heard = new Set();
    watched.check(ids).catch(() => {});
  };
  subscriber.on("message", (channel: string, id: string) => {
    if (channel === BEGUN_CHANNEL) return watched.begun(id);
    if (!watched.isWaiting(id)) return;
    if (heard.size === 0) setImmediate(checkHeard);
    heard.add(id);
  });
  await subscriber.subscribe(DONE_CHANNEL, BEGUN_CHANNEL);

  let isChecking = false;
  const checkAll = async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      await watched.checkAll();
    } catch {
      // Redis was unreachable or full; the next poll retries.
    } finally {
      isChecking = false;
    }
  };
  // Report the present workers at once.
  void checkAll();
  const timer = setInterval(() => void checkAll(), watched.everyMs);
  return {
    close() {
      clearInterval(timer);
      subscriber.disconnect();
    },
  };
}
