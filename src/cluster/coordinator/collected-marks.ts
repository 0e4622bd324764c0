import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { RoomKeeper } from "../contents/room.ts";
import { COLLECTED_LIFETIME_MS, type JobResult, resultKey } from "../jobs/job.ts";

/** Remembers what was collected, and clears it away once it is surely stored. */
export interface CollectedMarks {
  /** @param sha256 of the result, where that is a content of its own */
  collected(jobId: string, sha256: string | null): void;
  close(): Promise<void>;
}

const COORDINATORS = "assay:coordinators";
const SIGN_OF_LIFE_MS = 3000;
const GONE_AFTER_MS = 20_000;

/** A result stays in Redis until the store has long written it down: a coordinator that was killed finds it again. */
const CLEARED_AFTER_MS = 10_000;

/**
 * While several coordinators are there, results stay until they expire, because another one may want the same. A coordinator alone makes room at
 * once, and leaves a mark for workers that come late.
 */
export async function openCollectedMarks(client: Redis, room: RoomKeeper, now: () => number): Promise<CollectedMarks> {
  const own = randomUUID();
  let isAlone = true;
  let waiting: { jobId: string; sha256: string | null; at: number }[] = [];

  /** It is also what finds out that Redis is full while nothing else is written from here. */
  async function giveSign(): Promise<void> {
    await room.write(() =>
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

  await giveSign();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    giveSign()
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
