export { openMachine } from "./machine.ts";
export { openJobWorker, type WorkerEvent } from "./open-worker.ts";
export { openResultWriter } from "./result-writer.ts";
