import type { JobsOptions } from "bullmq";

/** BullMQ's names: everything of ours in a Redis begins with `assay:`. */
export const PREFIX = "assay";
export const QUEUE = "jobs";

/** Told here: the id of a job that has ended, and the id of one that nobody wants any more. */
export const DONE_CHANNEL = "assay:done";
export const CANCEL_CHANNEL = "assay:cancel";
/** Told here: the id of a job that a worker has begun, and that may cost something from now on. */
export const BEGUN_CHANNEL = "assay:begun";

export type JobKind = "trial" | "call" | "checks" | "image" | "tools";

/** What a job says of itself in Redis. What has to be done is a content of its own, shared by all jobs that say the same. */
export interface JobData {
  kind: JobKind;
  /** Of Assay at the coordinator: another version may do something else with the same words. */
  version: string;
  /** SHA-256 of the JSON of what has to be done. */
  payload: string;
  /** What is this job's own. */
  own: Record<string, unknown>;
  /** For people: `gpt4o_mini/refund #2`. */
  what: string;
  /** In milliseconds: a result from before is not wanted. */
  since: number;
}

/** What became of a job, kept in Redis until it was collected or has expired. */
export type JobResult =
  /** `isFinal`: the same question need not be asked again. */
  | { status: "done"; at: number; worker: string; isFinal: boolean; result: string }
  /** The same with its result as a content, because it is large. */
  | { status: "done_apart"; at: number; worker: string; isFinal: boolean; sha256: string }
  /** Whoever began it was lost, or left it. Others wait until somebody says that it may be begun again. */
  | { status: "lost"; at: number; begun: number; paidUsd: number; isInDoubt: boolean }
  /** Something that the job needs is not in Redis any more. */
  | { status: "content_missing"; at: number }
  /** Somebody has it: nobody need do it again for the moment. */
  | { status: "collected"; at: number };

/** BullMQ forgets a job that ended well, because its result is kept apart; one that failed says why for an hour. */
export const JOB_OPTIONS: JobsOptions = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: { age: 3600, count: 1000 },
  stackTraceLimit: 3,
};

/** Results of jobs that nobody collects are gone after this. */
export const RESULT_LIFETIME_MS = 60 * 60_000;

/** For this long a job that was collected is not done again by a worker that comes late. */
export const COLLECTED_LIFETIME_MS = 60_000;

export function jobKey(jobId: string): string {
  return `${PREFIX}:${QUEUE}:${jobId}`;
}

export function resultKey(jobId: string): string {
  return `assay:result:${jobId}`;
}

/** Which workers have declined a job, and why. */
export function declinedKey(jobId: string): string {
  return `assay:declined:${jobId}`;
}
