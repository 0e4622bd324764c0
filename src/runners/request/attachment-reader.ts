import { readFile } from "node:fs/promises";
import type { ResolvedAttachment, ResolvedMessage } from "../../config/index.ts";
import { sha256 } from "../../text/index.ts";

/** An attachment as a message, with the digest of the bytes used. */
export type ReadAttachment =
  | { ok: true; message: ResolvedMessage; sha256: string; bytes: number }
  | { ok: false; problem: string };

export type AttachmentReader = (attachment: ResolvedAttachment) => Promise<ReadAttachment>;

/** Reads every file once, however many cases attach it: all share one message. */
export function openAttachments(): AttachmentReader {
  const known = new Map<string, Promise<ReadAttachment>>();
  return (attachment) => {
    const reading = known.get(attachment.path) ?? readAttachment(attachment);
    known.set(attachment.path, reading);
    return reading;
  };
}

async function readAttachment({ path, filename }: ResolvedAttachment): Promise<ReadAttachment> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return { ok: false, problem: `the attachment ${filename} cannot be read: ${(error as Error).message}` };
  }
  // ignoreBOM keeps the mark as part of the file; invalid UTF-8 becomes U+FFFD.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const message: ResolvedMessage = { role: "user", content: frameAttachment(filename, text) };
  return { ok: true, message, sha256: sha256(bytes), bytes: bytes.length };
}

function frameAttachment(filename: string, content: string): string {
  return [
    `Attached context file: ${filename}`,
    `--- BEGIN ATTACHMENT ${filename} ---`,
    content,
    `--- END ATTACHMENT ${filename} ---`,
  ].join("\n");
}
