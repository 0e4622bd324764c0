import type { JobsOptions } from "bullmq";

/** All our keys in Redis begin with `assay:`. */
export const PREFIX = "assay";
export const QUEUE = "jobs";

/** Carry the ids of jobs that ended or were cancelled. */
export const DONE_CHANNEL = "assay:done";
export const CANCEL_CHANNEL = "assay:cancel";
/** Carries the ids of jobs that a worker has begun and that may cost something from now on. */
export const BEGUN_CHANNEL = "assay:begun";

export type JobKind = "trial" | "call" | "checks" | "image" | "tools";

/** A job's entry in Redis. Its payload is a separate content, shared by equal jobs. */
export interface JobData {
  kind: JobKind;
  /** The coordinator's version: another one may interpret a payload differently. */
  version: string;
  /** SHA-256 of the payload's JSON. */
  payload: string;
  /** Data of this job alone. */
  own: Record<string, unknown>;
  /** Name to show, such as `gpt4o_mini/refund #2`. */
  what: string;
  /** Results from before this time, in milliseconds, are ignored. */
  since: number;
}

/** Outcome of a job, kept in Redis until it is collected or expires. */
export type JobResult =
  /** `isFinal`: repeating the request would not help. */
  | { status: "done"; at: number; worker: string; isFinal: boolean; result: string }
  /** Result too large to be inline, kept as a content. */
  | { status: "done_apart"; at: number; worker: string; isFinal: boolean; sha256: string }
  /** The worker that began it was lost or gave up. Others wait until a coordinator allows another start. */
  | { status: "lost"; at: number; begun: number; paidUsd: number; isInDoubt: boolean }
  /** Part of the payload is missing in Redis. */
  | { status: "content_missing"; at: number }
  /** A coordinator has the result, so late workers skip the job. */
  | { status: "collected"; at: number };

/** BullMQ drops finished jobs, as results are kept separately, and keeps the reason of failed ones for an hour. */
export const JOB_OPTIONS: JobsOptions = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: { age: 3600, count: 1000 },
  stackTraceLimit: 3,
};

/** Expiry of results that no coordinator collects. */
export const RESULT_LIFETIME_MS = 60 * 60_000;

/** Time during which late workers skip a collected job. */
export const COLLECTED_LIFETIME_MS = 60_000;

export function jobKey(jobId: string): string {
  return `${PREFIX}:${QUEUE}:${jobId}`;
}

export function resultKey(jobId: string): string {
  return `assay:result:${jobId}`;
}

/** Key of a hash with the reason of each worker that declined a job. */
export function declinedKey(jobId: string): string {
  return `assay:declined:${jobId}`;
}
