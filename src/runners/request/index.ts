export { type AttachmentReader, openAttachments } from "./attachment-reader.ts";
export { injectAttachments } from "./inject-attachments.ts";
export { requestOptions } from "./request-options.ts";
export type { AttachedFile, ComposedRequest, RequestSubject, TrialRequest } from "./trial-request.ts";
