export type * from "./artifact.ts";
export { probeMessages } from "./llm-probe/probe-messages.ts";
export { probeTools, runLlmProbe } from "./llm-probe/run-llm-probe.ts";
export { requestOptions } from "./request-options.ts";
export type * from "./runner.ts";
export * from "./tools/index.ts";
