export { llmProbe } from "./descriptor.ts";
export { runLlmProbe } from "./run-llm-probe.ts";
