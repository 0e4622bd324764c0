import type { LostAnswer } from "../../gateway/index.ts";
import type { ReceivedValue } from "../../store/index.ts";
import type { JobData } from "../jobs/job.ts";

/** A job as a coordinator posts it, and what its result has to be. */
export interface PostedJob<Result = unknown> extends Pick<JobData, "kind" | "own" | "what"> {
  /** The identity of what will be stored; no `:` in it. */
  id: string;
  /** Sends what has to be done; its SHA-256. Called again when Redis has lost it. */
  payload: () => Promise<string>;
  /** Takes a result as a worker sent it, or says what is wrong with it. Called for each worker's until one is taken. */
  receive(text: string): Promise<ReceivedValue<Result>>;
  /** Whether it may be done again after a worker was lost that may have paid for something. Left out: yes. */
  mayRepeatLost?: (lost: LostAnswer) => Promise<boolean>;
  /** What may be spent on it now, in USD; null where nothing is limited. */
  roomUsd?: () => number | null;
}

export type JobEnd<Result = unknown> =
  | { status: "done"; result: Result }
  /** It was taken back, or is not wanted any more. */
  | { status: "taken_back" }
  /** A worker was lost over it, and it must not be paid for once more. */
  | { status: "unpaid" }
  /** Every worker that is there has declined it; who and why, for people. */
  | { status: "impossible"; why: string }
  /** It ended its workers again and again, or one of them threw. */
  | { status: "failed"; why: string }
  /** No worker sent a result that can be taken. That is nothing that the job could do about. */
  | { status: "refused"; why: string };

/** Takes the result of a job for one of its waiters; returns what is wrong with it, or null. */
export type TakeResult = (text: string) => Promise<string | null>;

export interface WaitingJob {
  job: PostedJob;
  /** Of all who wait for it. */
  takers: Set<TakeResult>;
  end: (end: JobEnd) => void;
  ended: Promise<JobEnd>;
  /** How many results were refused. */
  refused: number;
  /** When it was last looked for, in milliseconds; null while it is being posted. */
  lookedAt: number | null;
  /** A worker has begun it, and may have paid for something. */
  hasBegun: boolean;
}

export function newWaiting(job: PostedJob): WaitingJob {
  let end: (end: JobEnd) => void = () => {};
  const ended = new Promise<JobEnd>((resolve) => {
    end = resolve;
  });
  return { job, takers: new Set(), end, ended, refused: 0, lookedAt: null, hasBegun: false };
}
