import type { LostAnswer } from "../../gateway/index.ts";
import type { ReceivedValue } from "../../store/index.ts";
import type { JobData } from "../jobs/job.ts";

/** Job with its payload and a check of its result. */
export interface PostedJob<Result = unknown> extends Pick<JobData, "kind" | "own" | "what"> {
  /** Identity of the stored record; contains no `:`. */
  id: string;
  /** Uploads the payload and returns its SHA-256. Called again if Redis has lost it. */
  payload: () => Promise<string>;
  /** Validates a worker's result. Called for each worker until one is accepted. */
  receive(text: string): Promise<ReceivedValue<Result>>;
  /** Decides whether to repeat the job after losing a worker that may have spent money. Defaults to yes. */
  mayRepeatLost?: (lost: LostAnswer) => Promise<boolean>;
  /** Amount that may be spent on it now, in USD; null for no limit. */
  roomUsd?: () => number | null;
}

export type JobEnd<Result = unknown> =
  | { status: "done"; result: Result }
  /** Withdrawn, or no longer wanted. */
  | { status: "taken_back" }
  /** A worker was lost and the job must not be paid for again. */
  | { status: "unpaid" }
  /** All present workers declined it; `why` says who and for what reason. */
  | { status: "impossible"; why: string }
  /** It crashed its workers repeatedly, or one of them threw. */
  | { status: "failed"; why: string }
  /** No worker sent a valid result, which is not the job's fault. */
  | { status: "refused"; why: string };

/** Accepts a result for one waiter; returns its problem or null. */
export type TakeResult = (text: string) => Promise<string | null>;

export interface WaitingJob {
  job: PostedJob;
  /** One per waiter. */
  takers: Set<TakeResult>;
  end: (end: JobEnd) => void;
  ended: Promise<JobEnd>;
  /** Number of refused results. */
  refused: number;
  /** Time of the last check, in milliseconds; null while it must not be polled. */
  checkedAt: number | null;
  /** True if a worker has begun it and may have spent money. */
  hasBegun: boolean;
}

export function newWaiting(job: PostedJob): WaitingJob {
  let end: (end: JobEnd) => void = () => {};
  const ended = new Promise<JobEnd>((resolve) => {
    end = resolve;
  });
  return { job, takers: new Set(), end, ended, refused: 0, checkedAt: null, hasBegun: false };
}
