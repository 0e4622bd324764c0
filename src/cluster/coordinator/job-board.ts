import type { LostAnswer } from "../../gateway/index.ts";
import { packageVersion, shortenMiddle } from "../../text/index.ts";
import type { RedisConnection } from "../connection/connect-redis.ts";
import { type ContentStore, openContents } from "../contents/content-store.ts";
import { openBackpressure } from "../contents/memory-backpressure.ts";
import { allowAgain, budgetKey } from "../job-budget/begin-job-budget.ts";
import {
  CANCEL_CHANNEL,
  declinedKey,
  JOB_OPTIONS,
  type JobData,
  type JobKind,
  type JobResult,
  jobKey,
  resultKey,
} from "../jobs/job.ts";
import { askForResult, type FoundResult, findResult, readResult } from "../jobs/read-result.ts";
import { redisClock } from "../jobs/redis-clock.ts";
import { presentWorkers } from "../presence/present-workers.ts";
import type { PresentWorker } from "../presence/worker-facts.ts";
import { openCollectedMarks } from "./collected-marks.ts";
import { openDeclineWatch } from "./decline-watch.ts";
import { nameWorker } from "./name-worker.ts";
import { openQueue } from "./open-queue.ts";
import { type JobEnd, newWaiting, type PostedJob, type WaitingJob } from "./posted-job.ts";
import { openResultReceiver } from "./result-receiver.ts";
import { openResultWatch } from "./result-watch.ts";
import { openSharedAbortListener } from "./shared-abort-listener.ts";

/** Posts jobs and waits for workers' results. */
export interface JobBoard {
  /** Posts a job, or joins the one with the same id, even of another coordinator. */
  do<Result>(job: PostedJob<Result>, signal?: AbortSignal): Promise<JobEnd<Result>>;
  /** Withdraws jobs, all or of one kind, that no worker has begun. */
  takeBack(kind?: JobKind): Promise<void>;
  contents: ContentStore;
  hasPosted(): boolean;
  inFlight(): number;
  /** Call after the collected results are stored. */
  close(): Promise<void>;
}

export interface BoardOptions {
  connection: RedisConnection;
  /** Ignores earlier results. */
  force?: boolean;
  /** Called when Redis is full and when it has room again. */
  onFull?: (message: string) => void;
  /** Called regularly with the present workers. */
  onWorkers?: (workers: PresentWorker[]) => void;
  signal?: AbortSignal;
  /** Polling interval, for jobs whose notification was lost. */
  pollMs?: number;
}

export async function openJobBoard(options: BoardOptions): Promise<JobBoard> {
  const { connection, pollMs = 1000 } = options;
  const { client } = connection;
  const queue = await openQueue(connection);
  const backpressure = openBackpressure({ onFull: options.onFull, signal: options.signal });
  const contents = openContents(client, backpressure);
  const now = await redisClock(client);
  const since = options.force ? now() : 0;
  const marks = await openCollectedMarks(client, backpressure, now);
  const declines = openDeclineWatch(client);
  let present: PresentWorker[] = [];
  const waiting = new Map<string, WaitingJob>();
  const aborts = openSharedAbortListener();
  const takenBack = new Set<JobKind | "everything">();
  const isTakenBack = (kind: JobKind) => takenBack.has(kind) || takenBack.has("everything");
  let hasPosted = false;

  /** Adds a job to the queue, unless an earlier command left a usable result. */
  async function post(one: WaitingJob): Promise<void> {
    const { id, kind, own, what, payload } = one.job;
    const found = await findResult(client, id);
    if (found?.ok && isFinal(found.value) && found.value.at >= since) {
      const collected = await collect(one, found.value);
      if (collected.status === "taken") return;
      if (collected.status === "refused") return await refuse(one, collected.why);
    }
    const data: JobData = { kind, version: packageVersion(), payload: await payload(), own, what, since };
    await backpressure.attempt(async () => {
      if (found) await client.unlink(resultKey(id));
      // Retry a job that failed for an earlier command.
      if ((await client.hget(jobKey(id), "finishedOn")) !== null) await queue.remove(id);
      await queue.add(kind, data, { ...JOB_OPTIONS, jobId: id });
    });
    hasPosted = true;
    one.checkedAt = Date.now();
    // Jobs may have been withdrawn during the awaits above.
    if (isTakenBack(kind)) await takeBackOne(one);
  }

  /** Withdraws a job; removing it fails once a worker has it. */
  async function takeBackOne(one: WaitingJob): Promise<void> {
    if ((await queue.remove(one.job.id).catch(() => 0)) === 1) finish(one, { status: "taken_back" });
  }

  /** Passes a result to all waiters. The job is not polled meanwhile. */
  async function collect(one: WaitingJob, result: JobResult): Promise<Collected> {
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
      if (problem !== null) return { status: "refused", why: `${nameWorker(result.worker, present)}: ${problem}` };
    }
    marks.collected(one.job.id, result.status === "done_apart" ? result.sha256 : null);
    finish(one, { status: "done", result: null });
    return { status: "taken" };
  }

  /**
   * Treats a refused result like a lost worker: requests may have been paid for, and the job goes to another worker until too many have
   * failed.
   */
  async function refuse(one: WaitingJob, why: string): Promise<void> {
    one.checkedAt = null;
    one.refused += 1;
    await client.unlink(resultKey(one.job.id));
    if (one.refused < MOST_REFUSED) return await afterLoss(one, MAY_BE_PAID, () => post(one));
    await one.job.mayRepeatLost?.(MAY_BE_PAID);
    await queue.remove(one.job.id).catch(() => 0);
    finish(one, { status: "refused", why: `its result was refused ${one.refused} times, the last of ${why}` });
  }

  /** Asks the payer whether a lost job may be repeated. The job is not polled meanwhile. */
  async function afterLoss(one: WaitingJob, lost: LostAnswer, goOn: () => Promise<unknown>): Promise<void> {
    one.checkedAt = null;
    one.hasBegun = false;
    if ((await one.job.mayRepeatLost?.(lost)) !== false) return void (await goOn());
    await queue.remove(one.job.id).catch(() => 0);
    finish(one, { status: "unpaid" });
  }

  function allow(one: WaitingJob, result: Extract<JobResult, { status: "lost" }>, told: string): Promise<void> {
    return afterLoss(one, result, async () => {
      const { begun } = result;
      const roomUsd = one.job.roomUsd?.() ?? null;
      await backpressure.attempt(() => allowAgain(client, one.job.id, { begun, roomUsd, told }));
      one.checkedAt = Date.now();
    });
  }

  /** Handles a job that is missing in the queue: its result may have just arrived, or else Redis lost it or someone removed it. */
  async function findVanished(one: WaitingJob): Promise<void> {
    one.checkedAt = null;
    const asked = client.multi();
    askForResult(asked, one.job.id);
    const [answer, [, budgets]] = (await asked.exists(budgetKey(one.job.id)).exec()) as [Answer, [null, number]];
    if (await takeNews(one, readResult(answer))) return;
    // If its budget entry exists, the next worker reports what was spent.
    const isForgotten = one.hasBegun && budgets === 0;
    if (isForgotten) await afterLoss(one, MAY_BE_PAID, () => post(one));
    else await post(one);
  }

  /** @returns whether the job has ended or continues elsewhere */
  async function takeNews(one: WaitingJob, found: FoundResult): Promise<boolean> {
    if (found === null) return false;
    if (found.ok && found.value.at < since) return false;
    const collected = found.ok ? await collect(one, found.value) : refusedResult(found.problem);
    // Contents are cleared only after an hour, so a missing one never existed.
    if (found.ok && found.value.status === "done_apart" && collected.status === "not there")
      return await takeNews(one, { ok: false, problem: "the result is gone, too large, or not what its SHA-256 says" });
    if (collected.status === "refused") inBackground(one, refuse(one, collected.why));
    return collected.status !== "not there";
  }

  function inBackground(one: WaitingJob, work: Promise<void>): void {
    work.catch((error: Error) => finish(one, { status: "failed", why: error.message }));
  }

  function finish(one: WaitingJob, end: JobEnd): void {
    if (waiting.get(one.job.id) !== one) return;
    waiting.delete(one.job.id);
    declines.forget(one.job.id);
    one.end(end);
  }

  /** Checks jobs for results and for having vanished. */
  async function check(ids: readonly string[]): Promise<void> {
    const asked = client.pipeline();
    for (const id of ids) {
      askForResult(asked, id);
      asked.hmget(jobKey(id), "timestamp", "failedReason", "finishedOn");
    }
    const answers = (await asked.exec()) ?? [];
    for (const [index, id] of ids.entries()) {
      const one = waiting.get(id);
      if (!one || one.checkedAt === null) continue;
      one.checkedAt = Date.now();
      const answer = answers[index * 2] as Answer;
      const found = readResult(answer);
      const [timestamp, failedReason, finishedOn] = (answers[index * 2 + 1]?.[1] ?? []) as (string | null)[];
      if (await takeNews(one, found)) continue;
      if (found?.ok && found.value.status === "lost" && timestamp)
        inBackground(one, allow(one, found.value, String(answer[1])));
      else if (timestamp && finishedOn && failedReason)
        finish(one, { status: "failed", why: shortenMiddle(failedReason, LONGEST_REASON).text });
      else if (!timestamp) inBackground(one, findVanished(one));
    }
  }

  async function checkAll(): Promise<void> {
    const before = Date.now() - 2 * pollMs;
    const due = [...waiting.values()].filter(({ checkedAt }) => checkedAt !== null && checkedAt < before);
    if (due.length > 0) await check(due.map(({ job }) => job.id));
    present = await presentWorkers(client);
    options.onWorkers?.(present);
    for (const { id, why } of await declines.findHopeless([...waiting.keys()], present)) {
      const one = waiting.get(id);
      await queue.remove(id).catch(() => 0);
      await client.del(declinedKey(id));
      if (one) finish(one, { status: "impossible", why });
    }
  }

  const watch = await openResultWatch(client, {
    isWaiting: (id) => waiting.has(id),
    begun(id) {
      const one = waiting.get(id);
      if (one) one.hasBegun = true;
    },
    check,
    checkAll,
    everyMs: pollMs,
  });
  connection.onAway((isAway) => {
    if (isAway) return;
    // Redis may have restarted without its data.
    contents.forget();
    for (const one of waiting.values()) if (one.checkedAt !== null) one.checkedAt = 0;
  });

  return {
    contents,
    hasPosted: () => hasPosted,
    inFlight: () => waiting.size,
    async do<Result>(job: PostedJob<Result>, signal?: AbortSignal): Promise<JobEnd<Result>> {
      if (signal?.aborted || isTakenBack(job.kind)) return { status: "taken_back" };
      const known = waiting.get(job.id);
      const one = known ?? newWaiting(job);
      const taker = openResultReceiver(job);
      one.takers.add(taker.take);
      if (!known) {
        waiting.set(job.id, one);
        inBackground(one, post(one));
      }
      const giveUp = () => {
        finish(one, { status: "taken_back" });
        void queue.remove(job.id).catch(() => 0);
        void client.publish(CANCEL_CHANNEL, job.id).catch(() => 0);
      };
      const stopListening = aborts.on(signal, giveUp);
      try {
        const end = await one.ended;
        return end.status === "done" ? { status: "done", result: taker.taken() } : end;
      } finally {
        one.takers.delete(taker.take);
        stopListening();
      }
    },
    async takeBack(kind) {
      takenBack.add(kind ?? "everything");
      const wanted = [...waiting.values()].filter(({ job }) => kind === undefined || job.kind === kind);
      await Promise.all(wanted.map(takeBackOne));
    },
    async close() {
      watch.close();
      await marks.close();
      await queue.close();
    },
  };
}

type Answer = [error: Error | null, result: unknown];

type Collected = { status: "taken" } | { status: "refused"; why: string } | { status: "not there" };

const NOT_THERE: Collected = { status: "not there" };

/** Refused results after which a job is given up. */
const MOST_REFUSED = 3;
const MAY_BE_PAID: LostAnswer = { paidUsd: 0, isInDoubt: true };

/** Enough for all answers of a long trial; files are sent separately. */
const LARGEST_RESULT = 256 * 1024 * 1024;
const LONGEST_REASON = 4000;

function refusedResult(problem: string): Collected {
  return { status: "refused", why: `a worker: ${problem}` };
}

function isFinal(result: JobResult): boolean {
  return (result.status === "done" || result.status === "done_apart") && result.isFinal;
}
