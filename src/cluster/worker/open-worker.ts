import { hostname } from "node:os";
import type { Job, Worker } from "bullmq";
import { createRedactor, packageVersion } from "../../text/index.ts";
import type { RedisConnection } from "../connection/connect-redis.ts";
import { CANCEL_CHANNEL, declinedKey, type JobData, type JobKind, PREFIX, QUEUE } from "../jobs/job.ts";
import type { WorkerPresence } from "../presence/announce-worker.ts";
import { answerImageQuery, answerToolQuery } from "./answer-queries.ts";
import { doCall } from "./do-call.ts";
import { doChecks } from "./do-checks.ts";
import { doTrial } from "./do-trial.ts";
import { ContentMissing, type JobContext, type JobDone } from "./job-context.ts";
import type { ResultWriter } from "./result-writer.ts";

const DOES: Record<JobKind, (context: JobContext) => Promise<JobDone>> = {
  trial: doTrial,
  call: doCall,
  checks: doChecks,
  image: answerImageQuery,
  tools: answerToolQuery,
};

export interface WorkerOptions {
  connection: RedisConnection;
  workerId: string;
  concurrency: number;
  /** Without a heartbeat for this long, jobs go to another worker. */
  lostAfterMs: number;
  presence: WorkerPresence;
  results: ResultWriter;
  /** Opens a job's resources; the caller closes them. */
  openContext(jobId: string, job: JobData, signal: AbortSignal): Promise<JobContext & { close(): Promise<void> }>;
  onEvent?: (event: WorkerEvent) => void;
}

export type WorkerEvent =
  | { type: "job_started"; what: string }
  | { type: "job_ended"; what: string; seconds: number }
  | { type: "job_declined"; what: string; why: string }
  /** An error between jobs, such as a lost connection; it is retried. */
  | { type: "queue_problem"; message: string };

export interface RunningWorker {
  /** Takes no more jobs; resolves when the current ones are done. */
  drain(): Promise<void>;
  /** Aborts the current jobs; other workers repeat them. */
  stopNow(): void;
}

/** A job that was lost with this many workers fails. */
const MOST_LOST_WORKERS = 5;

export async function openJobWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { connection, workerId, presence, results, onEvent = () => {} } = options;
  const { client } = connection;
  const { DelayedError, WaitingError, Worker } = await import("bullmq");
  const working = new Map<string, AbortController>();
  const putOff = new Map<string, number>();
  let isStopping = false;

  async function doJob(job: Job<JobData>, token: string | undefined): Promise<void> {
    const { data } = job;
    const id = job.id!;
    if (await results.isThere(id, data.since)) return;
    const ending = new AbortController();
    working.set(id, ending);
    presence.started(id, data.what);
    onEvent({ type: "job_started", what: data.what });
    const startedAt = performance.now();
    try {
      const done = await attempt(id, data, ending.signal);
      if (done.status === "declined") return await decline(job, token, done.why);
      if (done.status === "interrupted") {
        if (!isStopping) return;
        await job.moveToWait(token!);
        throw new WaitingError();
      }
      await results.write(id, workerId, done);
      if (done.status === "lost") await postpone(job, token);
      onEvent({ type: "job_ended", what: data.what, seconds: (performance.now() - startedAt) / 1000 });
    } finally {
      working.delete(id);
      presence.ended(id);
    }
  }

  async function attempt(
    id: string,
    data: JobData,
    signal: AbortSignal,
  ): Promise<JobDone | { status: "content_missing" }> {
    // Check first, as unknown kinds come from other versions.
    if (data.version !== packageVersion())
      return { status: "declined", why: `it has Assay ${packageVersion()}, but the plan was made by ${data.version}` };
    const context = await options.openContext(id, data, signal);
    const clean = (text: string) => createRedactor(context.secrets())(text);
    try {
      const done = await DOES[data.kind](context);
      return done.status === "declined" ? { ...done, why: clean(done.why) } : done;
    } catch (error) {
      if (error instanceof ContentMissing) return { status: "content_missing" };
      // BullMQ writes both to Redis.
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      throw Object.assign(new Error(clean(message)), { stack: clean(stack ?? "") });
    } finally {
      await context.close();
    }
  }

  /** Leaves the job to another worker, and offers it here again later in case something gets installed. */
  async function decline(job: Job<JobData>, token: string | undefined, why: string): Promise<never> {
    const id = job.id!;
    const isFirst = !putOff.has(id);
    presence.declined(job.data.what, why);
    if (isFirst) onEvent({ type: "job_declined", what: job.data.what, why });
    await client.pipeline().hset(declinedKey(id), workerId, why).expire(declinedKey(id), 3600).exec();
    return await postpone(job, token);
  }

  async function postpone(job: Job<JobData>, token: string | undefined): Promise<never> {
    const times = putOff.get(job.id!) ?? 0;
    putOff.set(job.id!, times + 1);
    await job.moveToDelayed(Date.now() + Math.min(3000, 150 * 2 ** times), token);
    throw new DelayedError();
  }

  const worker: Worker<JobData, void> = new Worker<JobData, void>(QUEUE, doJob, {
    connection: client,
    prefix: PREFIX,
    name: `${hostname()}-${process.pid}`,
    concurrency: options.concurrency,
    lockDuration: options.lostAfterMs,
    stalledInterval: Math.round(Math.max(500, options.lostAfterMs / 3)),
    maxStalledCount: MOST_LOST_WORKERS,
  });
  worker.on("error", (error) => onEvent({ type: "queue_problem", message: error.message }));

  const subscriber = client.duplicate();
  subscriber.on("error", () => {});
  subscriber.on("message", (_channel: string, id: string) => working.get(id)?.abort());
  await subscriber.subscribe(CANCEL_CHANNEL);

  return {
    async drain() {
      presence.leaving();
      await worker.close();
      subscriber.disconnect();
      await presence.leave();
    },
    stopNow() {
      isStopping = true;
      for (const ending of working.values()) ending.abort();
    },
  };
}
