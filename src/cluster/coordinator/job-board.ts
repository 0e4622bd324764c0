import type { LostAnswer } from "../../gateway/index.ts";
import { packageVersion } from "../../text/index.ts";
import type { RedisConnection } from "../connection/index.ts";
import { type ContentStore, openContents, openRoomKeeper } from "../contents/index.ts";
import {
  CANCEL_CHANNEL,
  declinedKey,
  JOB_OPTIONS,
  type JobData,
  type JobKind,
  type JobResult,
  jobKey,
  redisClock,
  resultKey,
} from "../jobs/index.ts";
import { type PresentWorker, presentWorkers } from "../presence/index.ts";
import { allowAgain, tabKey } from "../tabs/index.ts";
import { openCollectedMarks } from "./collected-marks.ts";
import { openDeclineWatch } from "./decline-watch.ts";
import { openGivingUp } from "./given-up.ts";
import { openQueue } from "./open-queue.ts";
import { type JobEnd, newWaiting, type PostedJob, type WaitingJob } from "./posted-job.ts";
import { openWatch } from "./watch.ts";

/** Where a coordinator posts jobs and waits for what workers make of them. */
export interface JobBoard {
  /** The same id posted twice, by whomever, is one job. */
  do(job: PostedJob, signal?: AbortSignal): Promise<JobEnd>;
  /** Takes back what no worker has begun, or only jobs of one kind; what one works on goes on. */
  takeBack(kind?: JobKind): Promise<void>;
  contents: ContentStore;
  /** True once anything was posted. */
  hasPosted(): boolean;
  inFlight(): number;
  /** Call it when what was collected is stored. */
  close(): Promise<void>;
}

export interface BoardOptions {
  connection: RedisConnection;
  /** Results from before now are not wanted. */
  force?: boolean;
  /** Told when Redis is full, and when it has room again. */
  onFull?: (message: string) => void;
  /** Told from time to time who is there. */
  onWorkers?: (workers: PresentWorker[]) => void;
  signal?: AbortSignal;
  /** How often what came without a word is looked for. */
  lookEveryMs?: number;
}

export async function openJobBoard(options: BoardOptions): Promise<JobBoard> {
  const { connection, lookEveryMs = 1000 } = options;
  const { client } = connection;
  const queue = await openQueue(connection);
  const room = openRoomKeeper({ onFull: options.onFull, signal: options.signal });
  const contents = openContents(client, room);
  const now = await redisClock(client);
  const since = options.force ? now() : 0;
  const marks = await openCollectedMarks(client, room, now);
  const declines = openDeclineWatch(client);
  const waiting = new Map<string, WaitingJob>();
  const givingUp = openGivingUp();
  const takenBack = new Set<JobKind | "everything">();
  const isTakenBack = (kind: JobKind) => takenBack.has(kind) || takenBack.has("everything");
  let hasPosted = false;

  /** Adds a job, unless an earlier command left a result that will do. */
  async function post(one: WaitingJob): Promise<void> {
    const { id, kind, own, what, payload } = one.job;
    const found = readResult(await client.get(resultKey(id)));
    if (found && isFinal(found) && found.at >= since && (await collect(one, found))) return;
    const data: JobData = { kind, version: packageVersion(), payload: await payload(), own, what, since };
    await room.attempt(async () => {
      if (found) await client.del(resultKey(id));
      // What failed for an earlier command is tried again.
      if ((await client.hget(jobKey(id), "finishedOn")) !== null) await queue.remove(id);
      await queue.add(kind, data, { ...JOB_OPTIONS, jobId: id });
    });
    hasPosted = true;
    one.lookedAt = Date.now();
    // Everything may have been taken back while it was on its way.
    if (isTakenBack(kind)) await takeBackOne(one);
  }

  /** A job that a worker has cannot be removed. */
  async function takeBackOne(one: WaitingJob): Promise<void> {
    if ((await queue.remove(one.job.id).catch(() => 0)) === 1) finish(one, { status: "taken_back" });
  }

  /** Hands a result to whoever waits; false when it is not there after all. */
  async function collect(one: WaitingJob, result: JobResult): Promise<boolean> {
    if (result.status === "content_missing") contents.forget();
    if (result.status !== "done" && result.status !== "done_apart") return false;
    const text = result.status === "done" ? result.result : (await contents.get(result.sha256))?.toString();
    if (text === undefined) return false;
    marks.collected(one.job.id, result.status === "done_apart" ? result.sha256 : null);
    finish(one, { status: "done", result: JSON.parse(text) });
    return true;
  }

  /** Somebody was lost over it: whoever pays says whether it is done again. It is not looked for meanwhile. */
  async function afterLoss(one: WaitingJob, lost: LostAnswer, goOn: () => Promise<unknown>): Promise<void> {
    one.lookedAt = null;
    one.hasBegun = false;
    if ((await one.job.mayRepeatLost?.(lost)) !== false) return void (await goOn());
    await queue.remove(one.job.id).catch(() => 0);
    finish(one, { status: "unpaid" });
  }

  function allow(one: WaitingJob, result: Extract<JobResult, { status: "lost" }>, told: string): Promise<void> {
    return afterLoss(one, result, async () => {
      const { begun } = result;
      const roomUsd = one.job.roomUsd?.() ?? null;
      await room.attempt(() => allowAgain(client, one.job.id, { begun, roomUsd, told }));
      one.lookedAt = Date.now();
    });
  }

  /** It is not in the queue. Its result may have come in the same moment; else Redis has forgotten it, or somebody has removed it. */
  async function findVanished(one: WaitingJob): Promise<void> {
    one.lookedAt = null;
    const [[, text], [, tabs]] = (await client
      .multi()
      .get(resultKey(one.job.id))
      .exists(tabKey(one.job.id))
      .exec()) as [[null, string | null], [null, number]];
    const result = readResult(text);
    if (result && result.at >= since && (await collect(one, result))) return;
    // Where a tab is left, the next worker to come says what is in it.
    const isForgotten = one.hasBegun && tabs === 0;
    if (isForgotten) await afterLoss(one, { paidUsd: 0, isInDoubt: true }, () => post(one));
    else await post(one);
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

  /** Looks for results, and for jobs that are gone. */
  async function look(ids: readonly string[]): Promise<void> {
    const asked = client.pipeline();
    for (const id of ids) asked.get(resultKey(id)).hmget(jobKey(id), "timestamp", "failedReason", "finishedOn");
    const answers = (await asked.exec()) ?? [];
    for (const [index, id] of ids.entries()) {
      const one = waiting.get(id);
      if (!one || one.lookedAt === null) continue;
      one.lookedAt = Date.now();
      const text = answers[index * 2]?.[1] as string | null;
      const result = readResult(text);
      const [timestamp, failedReason, finishedOn] = (answers[index * 2 + 1]?.[1] ?? []) as (string | null)[];
      if (result && result.at >= since && (await collect(one, result))) continue;
      if (result?.status === "lost" && timestamp) inBackground(one, allow(one, result, text!));
      else if (timestamp && finishedOn && failedReason) finish(one, { status: "failed", why: failedReason });
      else if (!timestamp) inBackground(one, findVanished(one));
    }
  }

  async function lookAtAll(): Promise<void> {
    const before = Date.now() - 2 * lookEveryMs;
    const due = [...waiting.values()].filter(({ lookedAt }) => lookedAt !== null && lookedAt < before);
    if (due.length > 0) await look(due.map(({ job }) => job.id));
    const workers = await presentWorkers(client);
    options.onWorkers?.(workers);
    for (const { id, why } of await declines.hopeless([...waiting.keys()], workers)) {
      const one = waiting.get(id);
      await queue.remove(id).catch(() => 0);
      await client.del(declinedKey(id));
      if (one) finish(one, { status: "impossible", why });
    }
  }

  const watch = await openWatch(client, {
    isWaiting: (id) => waiting.has(id),
    begun(id) {
      const one = waiting.get(id);
      if (one) one.hasBegun = true;
    },
    look,
    lookAtAll,
    everyMs: lookEveryMs,
  });
  connection.onAway((isAway) => {
    if (isAway) return;
    // It may have come back without its memory.
    contents.forget();
    for (const one of waiting.values()) if (one.lookedAt !== null) one.lookedAt = 0;
  });

  return {
    contents,
    hasPosted: () => hasPosted,
    inFlight: () => waiting.size,
    async do(job, signal) {
      if (signal?.aborted || isTakenBack(job.kind)) return { status: "taken_back" };
      const known = waiting.get(job.id);
      const one = known ?? newWaiting(job);
      if (!known) {
        waiting.set(job.id, one);
        inBackground(one, post(one));
      }
      const giveUp = () => {
        finish(one, { status: "taken_back" });
        void queue.remove(job.id).catch(() => 0);
        void client.publish(CANCEL_CHANNEL, job.id).catch(() => 0);
      };
      const stopListening = givingUp.on(signal, giveUp);
      try {
        return await one.ended;
      } finally {
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

function readResult(text: string | null): JobResult | null {
  return text === null ? null : (JSON.parse(text) as JobResult);
}

function isFinal(result: JobResult): boolean {
  return (result.status === "done" || result.status === "done_apart") && result.isFinal;
}
