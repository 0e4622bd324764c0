export type { ImageChoice } from "../sandbox/index.ts";
export { agentFingerprint, findInstalled } from "./any-agent.ts";
export type {
  EvidenceFile,
  ImageSetting,
  RequestCount,
  RunnerIdentity,
} from "./contract/descriptor.ts";
export * from "./contract/runner.ts";
export { runLlmProbe } from "./llm-probe/run-llm-probe.ts";

export { type OpenCatalogue, openCatalogue } from "./own-tools/catalogue.ts";
export { type DiscoveredTools, discoverTools } from "./own-tools/mcp/discover.ts";
export { toolSecrets } from "./own-tools/needs.ts";
export type { ToolCatalogue } from "./own-tools/plan-tools.ts";
export { closeToolBook } from "./own-tools/recordings/close-book.ts";
export { openToolBook, type ToolBook } from "./own-tools/recordings/tool-book.ts";

export { type AttachmentReader, openAttachments } from "./request/attachment-reader.ts";
export { caseWithVariantTools } from "./request/case-with-variant-tools.ts";
export { type MediaShelf, openMediaShelf } from "./request/media-shelf.ts";
export { hashGivenFiles, hashOfWorkspace, type PlannedFile } from "./request/planned-workspace.ts";
export { requestOptions } from "./request/request-options.ts";
export type { UserSettings } from "./request/simulated-user.ts";
export type { TrialRequest } from "./request/trial-request.ts";
export { RUNNERS } from "./table.ts";

export { executeTool } from "./tools/execute-tool.ts";

export { fillWorkspace } from "./workspace/fill-workspace.ts";
