export { type JobBoard, openJobBoard } from "./job-board.ts";
export { openLuggage } from "./luggage.ts";
export { remoteChecks } from "./remote-checks.ts";
export { remoteGateways } from "./remote-gateways.ts";
export { remoteLooks } from "./remote-looks.ts";
export { remoteTrials } from "./remote-trials.ts";
