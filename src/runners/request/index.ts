export { askUnderVariant } from "./ask-under-variant.ts";
export { type AttachmentReader, openAttachments } from "./attachment-reader.ts";
export { caseUnderVariant } from "./case-under-variant.ts";
export { injectAttachments } from "./inject-attachments.ts";
export type { PlannedTool, ToolMode } from "./planned-tool.ts";
export { requestOptions } from "./request-options.ts";
export type { AttachedFile, ComposedRequest, RequestSubject, TrialRequest } from "./trial-request.ts";
