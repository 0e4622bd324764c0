import type { Redis } from "ioredis";
import type { ContentStore } from "../contents/content-store.ts";
import type { Backpressure } from "../contents/memory-backpressure.ts";
import { budgetKey } from "../job-budget/begin-job-budget.ts";
import { DONE_CHANNEL, type JobResult, RESULT_LIFETIME_MS, resultKey } from "../jobs/job.ts";
import { findResult } from "../jobs/read-result.ts";
import type { JobDone } from "./job-context.ts";

export interface ResultWriter {
  /** Returns whether the job has a result already. */
  isThere(jobId: string, since: number): Promise<boolean>;
  /** Writes and announces a result. Waits while Redis is full. */
  write(
    jobId: string,
    worker: string,
    done: Extract<JobDone, { status: "done" | "lost" }> | { status: "content_missing" },
  ): Promise<void>;
}

const NOT_DONE: JobResult["status"][] = ["content_missing", "lost"];

/** Larger results are sent in chunks. */
const MOST_INLINE = 128 * 1024;

export function openResultWriter(
  client: Redis,
  { contents, backpressure, now }: { contents: ContentStore; backpressure: Backpressure; now: () => number },
): ResultWriter {
  return {
    async isThere(jobId, since) {
      const found = await findResult(client, jobId);
      return found?.ok === true && !NOT_DONE.includes(found.value.status) && found.value.at >= since;
    },
    async write(jobId, worker, done) {
      const result = await resultOf(done, worker);
      await backpressure.write(() => {
        const commands = client
          .pipeline()
          .set(resultKey(jobId), JSON.stringify(result), "PX", RESULT_LIFETIME_MS)
          .publish(DONE_CHANNEL, jobId);
        // The result includes the cost, and a repeated job gets a new budget.
        return done.status === "done" ? commands.unlink(budgetKey(jobId)) : commands;
      });
    },
  };

  async function resultOf(done: Parameters<ResultWriter["write"]>[2], worker: string): Promise<JobResult> {
    if (done.status === "lost") return { status: "lost", at: now(), ...done.lost };
    if (done.status === "content_missing") return { status: "content_missing", at: now() };
    const text = JSON.stringify(done.result);
    const common = { at: now(), worker, isFinal: done.isFinal };
    if (text.length <= MOST_INLINE) return { status: "done", ...common, result: text };
    return { status: "done_apart", ...common, sha256: await contents.put(text) };
  }
}
