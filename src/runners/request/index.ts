export { askUnderVariant } from "./ask-under-variant.ts";
export { type AttachmentReader, openAttachments } from "./attachment-reader.ts";
export { caseUnderVariant } from "./case-under-variant.ts";
export { composeInvocations } from "./compose-invocations.ts";
export { injectAttachments } from "./inject-attachments.ts";
export { type MediaShelf, openMediaShelf } from "./media-shelf.ts";
export type { PlannedTool, ToolMode } from "./planned-tool.ts";
export {
  hashGivenFiles,
  hashOfWorkspace,
  type PlannedFile,
  planWorkspace,
  type WorkspaceRequest,
} from "./planned-workspace.ts";
export { requestOptions } from "./request-options.ts";
export { composeUser, type UserRequest, type UserSettings } from "./simulated-user.ts";
export type { ComposedRequest, RequestSubject, TrialRequest } from "./trial-request.ts";
