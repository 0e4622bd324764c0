export { agentFingerprint } from "./agent-fingerprint.ts";
export { findAgentImage } from "./client.ts";
export { openClaw } from "./descriptor.ts";
export { runOpenClaw } from "./run-openclaw.ts";
