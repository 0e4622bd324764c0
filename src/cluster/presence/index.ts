export { announceWorker, type WorkerPresence } from "./announce-worker.ts";
export { presentWorkers } from "./present-workers.ts";
export type { PresentWorker, WorkerCapabilities } from "./worker-facts.ts";
