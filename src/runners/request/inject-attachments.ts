import type { MediaFile, ResolvedAttachment, ResolvedMessage } from "../../config/index.ts";
import { type ContentPart, textOfParts } from "../../records/index.ts";
import type { AttachmentReader, ReadAttachment } from "./attachment-reader.ts";
import type { TrialRequest } from "./trial-request.ts";

export type InjectedMessages =
  | ({ ok: true } & Pick<TrialRequest, "messages" | "attachments">)
  | { ok: false; problem: string };

/**
 * Inserts each attachment as a separate user message just before the first user message, or at the end when there is none. The
 * digests are of exactly the inserted bytes.
 */
export async function injectAttachments(
  messages: readonly ResolvedMessage[],
  attachments: readonly ResolvedAttachment[],
  read: AttachmentReader,
): Promise<InjectedMessages> {
  if (attachments.length === 0) return { ok: true, messages, attachments: [] };
  const firstUser = messages.findIndex(({ role }) => role === "user");
  const start = firstUser === -1 ? messages.length : firstUser;
  const injected: ResolvedMessage[] = [];
  const files: TrialRequest["attachments"][number][] = [];
  for (const attachment of attachments) {
    const file = attachment.media ? mediaMessage(attachment.media) : await read(attachment);
    if (!file.ok) return file;
    files.push({
      filename: attachment.filename,
      sha256: file.sha256,
      bytes: file.bytes,
      at: start + injected.length,
    });
    injected.push(file.message);
  }
  return { ok: true, messages: messages.toSpliced(start, 0, ...injected), attachments: files };
}

/** An image or a recording as a separate message, under the same heading as a text. Its bytes are read when it is sent. */
function mediaMessage({ path: _, ...part }: MediaFile): ReadAttachment {
  const parts: ContentPart[] = [{ type: "text", text: `Attached context file: ${part.name}` }, part];
  const { sha256, bytes } = part;
  return { ok: true, message: { role: "user", content: textOfParts(parts), parts }, sha256, bytes };
}
