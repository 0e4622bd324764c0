import { shortenMiddle } from "../../text/index.ts";
import { budgetKey } from "../job-budget/begin-job-budget.ts";
import { declinedKey, jobKey } from "../jobs/job.ts";
import { askForResult, type FoundResult, readResult } from "../jobs/read-result.ts";
import { presentWorkers } from "../presence/present-workers.ts";
import { type BoardState, finishJob, runInBackground } from "./board-state.ts";
import { collectResult } from "./collect-result.ts";
import { allowAnotherStart, MAY_BE_PAID, postJob, refuseResult, repeatAfterLoss } from "./post-job.ts";
import type { WaitingJob } from "./posted-job.ts";

const LONGEST_REASON = 4000;

type Answer = [error: Error | null, result: unknown];

/** Checks jobs for results and for having vanished. */
export async function checkJobs(board: BoardState, ids: readonly string[]): Promise<void> {
  const asked = board.client.pipeline();
  for (const id of ids) {
    askForResult(asked, id);
    asked.hmget(jobKey(id), "timestamp", "failedReason", "finishedOn");
  }
  const answers = (await asked.exec()) ?? [];
  for (const [index, id] of ids.entries()) {
    const one = board.waiting.get(id);
    if (!one || one.checkedAt === null) continue;
    one.checkedAt = Date.now();
    const answer = answers[index * 2] as Answer;
    const found = readResult(answer);
    const [timestamp, failedReason, finishedOn] = (answers[index * 2 + 1]?.[1] ?? []) as (string | null)[];
    if (await acceptNews(board, one, found)) continue;
    if (found?.ok && found.value.status === "lost" && timestamp)
      runInBackground(board, one, allowAnotherStart(board, one, { result: found.value, told: String(answer[1]) }));
    else if (timestamp && finishedOn && failedReason)
      finishJob(board, one, { status: "failed", why: shortenMiddle(failedReason, LONGEST_REASON).text });
    else if (!timestamp) runInBackground(board, one, findVanished(board, one));
  }
}

/** Checks jobs without a recent check, the present workers, and jobs that all of them declined. */
export async function checkAllJobs(board: BoardState, { checkedBefore }: { checkedBefore: number }): Promise<void> {
  const { client, queue, waiting, declines } = board;
  const due = [...waiting.values()].filter(({ checkedAt }) => checkedAt !== null && checkedAt < checkedBefore);
  if (due.length > 0)
    await checkJobs(
      board,
      due.map(({ job }) => job.id),
    );
  board.present = await presentWorkers(client);
  board.onWorkers?.(board.present);
  for (const { id, why } of await declines.findHopeless([...waiting.keys()], board.present)) {
    const one = waiting.get(id);
    await queue.remove(id).catch(() => 0);
    await client.del(declinedKey(id));
    if (one) finishJob(board, one, { status: "impossible", why });
  }
}

/** @returns whether the job has ended or continues elsewhere */
async function acceptNews(board: BoardState, one: WaitingJob, found: FoundResult): Promise<boolean> {
  if (found === null) return false;
  if (!found.ok) {
    runInBackground(board, one, refuseResult(board, one, `a worker: ${found.problem}`));
    return true;
  }
  if (found.value.at < board.since) return false;
  const collected = await collectResult(board, one, found.value);
  // Contents are cleared only after an hour, so a missing one never existed.
  if (found.value.status === "done_apart" && collected.status === "not there")
    return await acceptNews(board, one, {
      ok: false,
      problem: "the result is gone, too large, or not what its SHA-256 says",
    });
  if (collected.status === "refused") runInBackground(board, one, refuseResult(board, one, collected.why));
  return collected.status !== "not there";
}

/** Handles a job that is missing in the queue: its result may have just arrived, or else Redis lost it or someone removed it. */
async function findVanished(board: BoardState, one: WaitingJob): Promise<void> {
  one.checkedAt = null;
  const asked = board.client.multi();
  askForResult(asked, one.job.id);
  const [answer, [, budgets]] = (await asked.exists(budgetKey(one.job.id)).exec()) as [Answer, [null, number]];
  if (await acceptNews(board, one, readResult(answer))) return;
  // If its budget entry exists, the next worker reports what was spent.
  const isForgotten = one.hasBegun && budgets === 0;
  if (isForgotten) await repeatAfterLoss(board, one, MAY_BE_PAID, () => postJob(board, one));
  else await postJob(board, one);
}
