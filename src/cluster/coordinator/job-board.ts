import type { RedisConnection } from "../connection/connect-redis.ts";
import { type ContentStore, openContents } from "../contents/content-store.ts";
import { openBackpressure } from "../contents/memory-backpressure.ts";
import { CANCEL_CHANNEL, type JobKind } from "../jobs/job.ts";
import { redisClock } from "../jobs/redis-clock.ts";
import type { PresentWorker } from "../presence/worker-facts.ts";
import { type BoardState, finishJob, isWithdrawn, runInBackground } from "./board-state.ts";
import { checkAllJobs, checkJobs } from "./check-jobs.ts";
import { openCollectedMarks } from "./collected-marks.ts";
import { openDeclineWatch } from "./decline-watch.ts";
import { openQueue } from "./open-queue.ts";
import { postJob, withdrawJob } from "./post-job.ts";
import { type JobEnd, newWaiting, type PostedJob } from "./posted-job.ts";
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
  const board = await openBoardState(options);
  const { client, queue, contents, marks, waiting } = board;
  const aborts = openSharedAbortListener();
  const watch = await openResultWatch(client, {
    isWaiting: (id) => waiting.has(id),
    begun(id) {
      const one = waiting.get(id);
      if (one) one.hasBegun = true;
    },
    check: (ids) => checkJobs(board, ids),
    checkAll: () => checkAllJobs(board, { checkedBefore: Date.now() - 2 * pollMs }),
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
    hasPosted: () => board.hasPosted,
    inFlight: () => waiting.size,
    do: (job, signal) => doJob(board, job, { signal, aborts }),
    async takeBack(kind) {
      board.withdrawn.add(kind ?? "everything");
      const wanted = [...waiting.values()].filter(({ job }) => kind === undefined || job.kind === kind);
      await Promise.all(wanted.map((one) => withdrawJob(board, one)));
    },
    async close() {
      watch.close();
      await marks.close();
      await queue.close();
    },
  };
}

async function openBoardState({ connection, force, onFull, onWorkers, signal }: BoardOptions): Promise<BoardState> {
  const { client } = connection;
  const queue = await openQueue(connection);
  const backpressure = openBackpressure({ onFull, signal });
  const now = await redisClock(client);
  const since = force ? now() : 0;
  return {
    client,
    queue,
    backpressure,
    contents: openContents(client, backpressure),
    marks: await openCollectedMarks(client, backpressure, now),
    declines: openDeclineWatch(client),
    since,
    waiting: new Map(),
    withdrawn: new Set(),
    present: [],
    onWorkers,
    hasPosted: false,
  };
}

/** Posts a job, or joins the one with the same id, and waits for its end. */
async function doJob<Result>(
  board: BoardState,
  job: PostedJob<Result>,
  { signal, aborts }: { signal: AbortSignal | undefined; aborts: ReturnType<typeof openSharedAbortListener> },
): Promise<JobEnd<Result>> {
  if (signal?.aborted || isWithdrawn(board, job.kind)) return { status: "taken_back" };
  const { client, queue, waiting } = board;
  const known = waiting.get(job.id);
  const one = known ?? newWaiting(job);
  const receiver = openResultReceiver(job);
  one.takers.add(receiver.take);
  if (!known) {
    waiting.set(job.id, one);
    runInBackground(board, one, postJob(board, one));
  }
  const stopListening = aborts.on(signal, () => {
    finishJob(board, one, { status: "taken_back" });
    void queue.remove(job.id).catch(() => 0);
    void client.publish(CANCEL_CHANNEL, job.id).catch(() => 0);
  });
  try {
    const end = await one.ended;
    return end.status === "done" ? { status: "done", result: receiver.taken() } : end;
  } finally {
    one.takers.delete(receiver.take);
    stopListening();
  }
}
