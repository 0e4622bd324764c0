import type { LostAnswer } from "../../gateway/index.ts";
import type { JobData } from "../jobs/index.ts";

/** A job as a coordinator posts it. */
export interface PostedJob extends Pick<JobData, "kind" | "own" | "what"> {
  /** The identity of what will be stored; no `:` in it. */
  id: string;
  /** Sends what has to be done; its SHA-256. Called again when Redis has lost it. */
  payload: () => Promise<string>;
  /** Whether it may be done again after a worker was lost that may have paid for something. Left out: yes. */
  mayRepeatLost?: (lost: LostAnswer) => Promise<boolean>;
  /** What may be spent on it now, in USD; null where nothing is limited. */
  roomUsd?: () => number | null;
}

export type JobEnd =
  | { status: "done"; result: unknown }
  /** It was taken back, or is not wanted any more. */
  | { status: "taken_back" }
  /** A worker was lost over it, and it must not be paid for once more. */
  | { status: "unpaid" }
  /** Every worker that is there has declined it; who and why, for people. */
  | { status: "impossible"; why: string }
  /** It ended its workers again and again, or one of them threw. */
  | { status: "failed"; why: string };

export interface WaitingJob {
  job: PostedJob;
  end: (end: JobEnd) => void;
  ended: Promise<JobEnd>;
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
  return { job, end, ended, lookedAt: null, hasBegun: false };
}
