export type { ImageChoice } from "../sandbox/index.ts";
export { probeMessages } from "./llm-probe/probe-messages.ts";
export { probeTools, runLlmProbe } from "./llm-probe/run-llm-probe.ts";
export { agentFingerprint } from "./openclaw/agent-fingerprint.ts";
export { findAgentImage as findImage } from "./openclaw/client.ts";
export { runOpenClaw } from "./openclaw/run-openclaw.ts";
export { requestOptions } from "./request-options.ts";
export * from "./runner.ts";
export * from "./tools/index.ts";
