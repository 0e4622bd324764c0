import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { ContentStore } from "../contents/content-store.ts";
import type { Backpressure } from "../contents/memory-backpressure.ts";
import type { JobData, JobKind } from "../jobs/job.ts";
import type { PresentWorker } from "../presence/worker-facts.ts";
import type { CollectedMarks } from "./collected-marks.ts";
import type { DeclineWatch } from "./decline-watch.ts";
import type { JobEnd, WaitingJob } from "./posted-job.ts";

/** Shared by the steps of all jobs that a coordinator has posted. */
export interface BoardState {
  client: Redis;
  queue: Queue<JobData>;
  backpressure: Backpressure;
  contents: ContentStore;
  marks: CollectedMarks;
  declines: DeclineWatch;
  /** Results from before this time, in milliseconds, are ignored. */
  since: number;
  /** Jobs without an end, by id. */
  waiting: Map<string, WaitingJob>;
  withdrawn: Set<JobKind | "everything">;
  present: PresentWorker[];
  /** Called regularly with the present workers. */
  onWorkers: ((workers: PresentWorker[]) => void) | undefined;
  hasPosted: boolean;
}

export function isWithdrawn({ withdrawn }: BoardState, kind: JobKind): boolean {
  return withdrawn.has(kind) || withdrawn.has("everything");
}

/** Ends a job for all waiters, unless it has ended already. */
export function finishJob({ waiting, declines }: BoardState, one: WaitingJob, end: JobEnd): void {
  if (waiting.get(one.job.id) !== one) return;
  waiting.delete(one.job.id);
  declines.forget(one.job.id);
  one.end(end);
}

/** Fails the job if a step throws. */
export function runInBackground(board: BoardState, one: WaitingJob, step: Promise<void>): void {
  step.catch((error: Error) => finishJob(board, one, { status: "failed", why: error.message }));
}
