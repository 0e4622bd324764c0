import { readFile } from "node:fs/promises";
import type { LoadedCase, ResolvedAttachment } from "../../config/index.ts";
import type { ChatMessage } from "../../records/index.ts";
import { sha256 } from "../../text/index.ts";

export type ProbeMessages = { ok: true; messages: ChatMessage[] } | { ok: false; problem: string };

/**
 * The messages a model is sent: the case's own, with each attachment as a user message of its own just before the first
 * user message (at the end when there is none). Attachments are read now and must still be the files that the trial's
 * identity was computed from.
 */
export async function probeMessages(loadedCase: Pick<LoadedCase, "messages" | "attachments">): Promise<ProbeMessages> {
  const attached: ChatMessage[] = [];
  for (const attachment of loadedCase.attachments) {
    const read = await readAttachment(attachment);
    if (!read.ok) return read;
    attached.push({ role: "user", content: frameAttachment(attachment.filename, read.text) });
  }
  const messages: ChatMessage[] = loadedCase.messages.map((message) => ({ ...message }));
  const firstUser = messages.findIndex(({ role }) => role === "user");
  messages.splice(firstUser === -1 ? messages.length : firstUser, 0, ...attached);
  return { ok: true, messages };
}

export function frameAttachment(filename: string, content: string): string {
  return [
    `Attached context file: ${filename}`,
    `--- BEGIN ATTACHMENT ${filename} ---`,
    content,
    `--- END ATTACHMENT ${filename} ---`,
  ].join("\n");
}

async function readAttachment(
  attachment: ResolvedAttachment,
): Promise<{ ok: true; text: string } | { ok: false; problem: string }> {
  let bytes: Buffer;
  try {
    bytes = await readFile(attachment.path);
  } catch (error) {
    return { ok: false, problem: `The attachment ${attachment.filename} cannot be read: ${(error as Error).message}` };
  }
  if (sha256(bytes) !== attachment.sha256)
    return { ok: false, problem: `The attachment ${attachment.filename} changed while the campaign was running.` };
  // ignoreBOM keeps the mark as part of the file; invalid UTF-8 becomes U+FFFD.
  return { ok: true, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
}
