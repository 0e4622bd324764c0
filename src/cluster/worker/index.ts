export { openMachine } from "./machine.ts";
export { openJobWorker, type RunningWorker, type WorkerEvent } from "./open-worker.ts";
export { openResultWriter } from "./result-writer.ts";
