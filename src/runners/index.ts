export type { ImageChoice } from "../sandbox/index.ts";
export { agentFingerprint, findInstalled } from "./any-agent.ts";
export type {
  EvidenceFile,
  ImageSetting,
  RequestCount,
  RunnerIdentity,
} from "./contract/descriptor.ts";
export * from "./contract/runner.ts";
export { runLlmProbe } from "./llm-probe/index.ts";

export * from "./own-tools/index.ts";
export {
  type AttachmentReader,
  caseUnderVariant,
  hashGivenFiles,
  hashOfWorkspace,
  type MediaShelf,
  openAttachments,
  openMediaShelf,
  type PlannedFile,
  requestOptions,
  type TrialRequest,
  type UserSettings,
} from "./request/index.ts";
export { RUNNERS } from "./table.ts";
export * from "./tools/index.ts";
export { fillWorkspace } from "./workspace/index.ts";
