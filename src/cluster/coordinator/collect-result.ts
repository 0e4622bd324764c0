import type { JobResult } from "../jobs/job.ts";
import { type BoardState, finishJob } from "./board-state.ts";
import { nameWorker } from "./name-worker.ts";
import type { WaitingJob } from "./posted-job.ts";

export type Collected = { status: "taken" } | { status: "refused"; why: string } | { status: "not there" };

const NOT_THERE: Collected = { status: "not there" };

/** Enough for all answers of a long trial; files are sent separately. */
const LARGEST_RESULT = 256 * 1024 * 1024;

/** Passes a result to all waiters. The job is not polled meanwhile. */
export async function collectResult(board: BoardState, one: WaitingJob, result: JobResult): Promise<Collected> {
  const { contents, marks } = board;
  if (result.status === "content_missing") contents.forget();
  if (result.status !== "done" && result.status !== "done_apart") return NOT_THERE;
  const { checkedAt } = one;
  one.checkedAt = null;
  const text =
    result.status === "done" ? result.result : (await contents.get(result.sha256, LARGEST_RESULT))?.toString();
  if (text === undefined) {
    one.checkedAt = checkedAt;
    return NOT_THERE;
  }
  for (const take of one.takers) {
    const problem = await take(text);
    if (problem !== null) return { status: "refused", why: `${nameWorker(result.worker, board.present)}: ${problem}` };
  }
  marks.collected(one.job.id, result.status === "done_apart" ? result.sha256 : null);
  finishJob(board, one, { status: "done", result: null });
  return { status: "taken" };
}
