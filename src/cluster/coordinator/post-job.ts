import type { LostAnswer } from "../../gateway/index.ts";
import { packageVersion } from "../../text/index.ts";
import { allowAgain } from "../job-budget/begin-job-budget.ts";
import { JOB_OPTIONS, type JobData, type JobResult, jobKey, resultKey } from "../jobs/job.ts";
import { findResult } from "../jobs/read-result.ts";
import { type BoardState, finishJob, isWithdrawn } from "./board-state.ts";
import { collectResult } from "./collect-result.ts";
import type { WaitingJob } from "./posted-job.ts";

/** Refused results after which a job is given up. */
const MOST_REFUSED = 3;

/** Loss of a worker whose spending is unknown. */
export const MAY_BE_PAID: LostAnswer = { paidUsd: 0, isInDoubt: true };

/** Adds a job to the queue, unless an earlier command left a usable result. */
export async function postJob(board: BoardState, one: WaitingJob): Promise<void> {
  const { client, queue, since } = board;
  const { id, kind, own, what, payload } = one.job;
  const found = await findResult(client, id);
  if (found?.ok && isFinal(found.value) && found.value.at >= since) {
    const collected = await collectResult(board, one, found.value);
    if (collected.status === "taken") return;
    if (collected.status === "refused") return await refuseResult(board, one, collected.why);
  }
  const data: JobData = { kind, version: packageVersion(), payload: await payload(), own, what, since };
  await board.backpressure.attempt(async () => {
    if (found) await client.unlink(resultKey(id));
    // Retry a job that failed for an earlier command.
    if ((await client.hget(jobKey(id), "finishedOn")) !== null) await queue.remove(id);
    await queue.add(kind, data, { ...JOB_OPTIONS, jobId: id });
  });
  board.hasPosted = true;
  one.checkedAt = Date.now();
  // Jobs may have been withdrawn during the awaits above.
  if (isWithdrawn(board, kind)) await withdrawJob(board, one);
}

/** Withdraws a job; removing it fails once a worker has it. */
export async function withdrawJob(board: BoardState, one: WaitingJob): Promise<void> {
  const removed = await board.queue.remove(one.job.id).catch(() => 0);
  if (removed === 1) finishJob(board, one, { status: "taken_back" });
}

/**
 * Treats a refused result like a lost worker: requests may have been paid for, and the job goes to another worker until too many have
 * failed.
 */
export async function refuseResult(board: BoardState, one: WaitingJob, why: string): Promise<void> {
  one.checkedAt = null;
  one.refused += 1;
  await board.client.unlink(resultKey(one.job.id));
  if (one.refused < MOST_REFUSED) return await repeatAfterLoss(board, one, MAY_BE_PAID, () => postJob(board, one));
  await one.job.mayRepeatLost?.(MAY_BE_PAID);
  await board.queue.remove(one.job.id).catch(() => 0);
  finishJob(board, one, { status: "refused", why: `its result was refused ${one.refused} times, the last of ${why}` });
}

/** Asks the payer whether a lost job may be repeated. The job is not polled meanwhile. */
export async function repeatAfterLoss(
  board: BoardState,
  one: WaitingJob,
  lost: LostAnswer,
  repeat: () => Promise<unknown>,
): Promise<void> {
  one.checkedAt = null;
  one.hasBegun = false;
  if ((await one.job.mayRepeatLost?.(lost)) !== false) return void (await repeat());
  await board.queue.remove(one.job.id).catch(() => 0);
  finishJob(board, one, { status: "unpaid" });
}

/** Lets another worker begin a job whose worker was lost. */
export async function allowAnotherStart(
  board: BoardState,
  one: WaitingJob,
  { result, told }: { result: Extract<JobResult, { status: "lost" }>; told: string },
): Promise<void> {
  await repeatAfterLoss(board, one, result, async () => {
    const { begun } = result;
    const roomUsd = one.job.roomUsd?.() ?? null;
    await board.backpressure.attempt(() => allowAgain(board.client, one.job.id, { begun, roomUsd, told }));
    one.checkedAt = Date.now();
  });
}

function isFinal(result: JobResult): boolean {
  return (result.status === "done" || result.status === "done_apart") && result.isFinal;
}
