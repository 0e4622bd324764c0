import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { Backpressure } from "../contents/memory-backpressure.ts";
import { COLLECTED_LIFETIME_MS, type JobResult, resultKey } from "../jobs/job.ts";

/** Tracks collected results and removes them from Redis once they are stored. */
export interface CollectedMarks {
  /** @param sha256 of a result kept apart */
  collected(jobId: string, sha256: string | null): void;
  close(): Promise<void>;
}

const COORDINATORS = "assay:coordinators";
const SIGN_OF_LIFE_MS = 3000;
const GONE_AFTER_MS = 20_000;

/** Leaves the store time to write: if this coordinator is killed before, the next one finds the result in Redis. */
const CLEARED_AFTER_MS = 10_000;

/**
 * Keeps results until they expire while there are several coordinators, since another may need them. A single coordinator removes them
 * earlier and leaves a mark for late workers.
 */
export async function openCollectedMarks(
  client: Redis,
  backpressure: Backpressure,
  now: () => number,
): Promise<CollectedMarks> {
  const own = randomUUID();
  let isAlone = true;
  let waiting: { jobId: string; sha256: string | null; at: number }[] = [];

  /** Renews this coordinator's entry. Also detects a full Redis while nothing else is written. */
  async function renewEntry(): Promise<void> {
    await backpressure.write(() =>
      client
        .pipeline()
        .zadd(COORDINATORS, now() + GONE_AFTER_MS, own)
        .zremrangebyscore(COORDINATORS, "-inf", now()),
    );
    isAlone = (await client.zcard(COORDINATORS)) === 1;
  }

  async function clear(all: boolean): Promise<void> {
    const isDue = ({ at }: { at: number }) => all || now() - at > CLEARED_AFTER_MS;
    const due = waiting.filter(isDue);
    waiting = waiting.filter((one) => !isDue(one));
    if (due.length === 0 || !isAlone) return;
    const mark: JobResult = { status: "collected", at: now() };
    const commands = client.pipeline();
    for (const { jobId, sha256 } of due) {
      commands.set(resultKey(jobId), JSON.stringify(mark), "PX", COLLECTED_LIFETIME_MS);
      if (sha256 !== null) commands.unlink(`assay:content:${sha256}`);
    }
    await commands.exec();
  }

  await renewEntry();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    renewEntry()
      .then(() => clear(false))
      .catch(() => {})
      .finally(() => {
        isBusy = false;
      });
  }, SIGN_OF_LIFE_MS);
  return {
    collected: (jobId, sha256) => void waiting.push({ jobId, sha256, at: now() }),
    async close() {
      clearInterval(timer);
      if (client.status !== "ready") return;
      await clear(true).catch(() => {});
      await client.zrem(COORDINATORS, own).catch(() => 0);
    },
  };
}
