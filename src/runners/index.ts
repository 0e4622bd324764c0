export type { ImageChoice } from "../sandbox/index.ts";
export type { EvidenceFile, ImageSetting, RunnerDescriptor, RunnerIdentity } from "./contract/descriptor.ts";
export * from "./contract/runner.ts";
export { runLlmProbe } from "./llm-probe/index.ts";
export { agentFingerprint, findAgentImage as findImage, runOpenClaw } from "./openclaw/index.ts";
export * from "./own-tools/index.ts";
export {
  type AttachmentReader,
  caseUnderVariant,
  openAttachments,
  type PlannedTool,
  type TrialRequest,
} from "./request/index.ts";
export { RUNNERS } from "./table.ts";
export * from "./tools/index.ts";
