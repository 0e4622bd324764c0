import type { Queue } from "bullmq";
import type { RedisConnection } from "../connection/connect-redis.ts";
import { type JobData, PREFIX, QUEUE } from "../jobs/job.ts";

/** Opens BullMQ's queue for adding jobs. */
export async function openQueue({ client }: RedisConnection): Promise<Queue<JobData>> {
  const { Queue } = await import("bullmq");
  const queue = new Queue<JobData>(QUEUE, {
    connection: client,
    prefix: PREFIX,
    streams: { events: { maxLen: 100 } },
  });
  queue.on("error", () => {});
  return queue;
}
