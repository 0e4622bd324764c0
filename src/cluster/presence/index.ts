export { announceWorker, type PresenceOptions, type WorkerPresence } from "./announce-worker.ts";
export { presentWorkers } from "./present-workers.ts";
export type { CurrentJob, Decline, PresentWorker, WorkerCapabilities, WorkerFacts } from "./worker-facts.ts";
