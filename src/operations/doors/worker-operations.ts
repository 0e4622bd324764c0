import { lazyOperation } from "../lazy-operation.ts";

// What other machines do for a campaign.

/**
 * Executes what coordinators post at a Redis, until `noNewWork` is aborted. Keys come from this machine's environment.
 *
 * @example
 * const stop = new AbortController();
 * process.once("SIGTERM", () => stop.abort());
 * const { jobs } = await runWorker({ redis: "redis://127.0.0.1:6379", concurrency: 4 }, { noNewWork: stop.signal });
 */
export const runWorker = lazyOperation(async () => (await import("../workers/run-worker.ts")).runWorker);
/**
 * Who is at a Redis to do what coordinators post there: each worker with what it does, for how long, what its machine can, and what it
 * declined.
 *
 * @example
 * const { workers } = await listWorkers({ redis: "redis://127.0.0.1:6379" });
 * for (const { host, jobs } of workers) console.log(host, jobs.map(({ what }) => what));
 */
export const listWorkers = lazyOperation(async () => (await import("../workers/list-workers.ts")).listWorkers);
