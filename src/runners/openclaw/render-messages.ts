import { readFile } from "node:fs/promises";
import type { LoadedCase, ResolvedAttachment, ResolvedMessage } from "../../config/index.ts";
import { sha256 } from "../../text/index.ts";

export type Invocations = { ok: true; texts: string[] } | { ok: false; problem: string };

const HEADINGS: Record<ResolvedMessage["role"], string> = {
  system: "System instructions:",
  user: "User:",
  assistant: "Assistant, earlier:",
  tool: "Tool result, earlier:",
};

/**
 * The text of each `openclaw agent` invocation, in order. Without turns there is one, made of all messages; with
 * turns there is one per turn, and messages and attachments go with the first only.
 */
export async function renderInvocations({ messages, turns, attachments }: LoadedCase): Promise<Invocations> {
  const attached: ResolvedMessage[] = [];
  for (const attachment of attachments) {
    const content = await readAttachment(attachment);
    if (content === null)
      return {
        ok: false,
        problem: `attachment ${attachment.filename} is gone or changed since the campaign was planned`,
      };
    attached.push({ role: "user", content });
  }
  const first = [...messages, ...turns.slice(0, 1)];
  const firstUser = first.findIndex(({ role }) => role === "user");
  first.splice(firstUser === -1 ? first.length : firstUser, 0, ...attached);
  return { ok: true, texts: [asOneText(first), ...turns.slice(1).map(({ content }) => content)] };
}

/** A lone message is passed as it stands; several are told apart by headings. */
function asOneText(messages: ResolvedMessage[]): string {
  if (messages.length === 1) return messages[0]!.content;
  return messages
    .map(({ role, name, content }) => `${HEADINGS[role]}${name ? ` (${name})` : ""}\n${content}`)
    .join("\n\n");
}

async function readAttachment({ filename, path, sha256: expected }: ResolvedAttachment): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null || sha256(bytes) !== expected) return null;
  const [begin, end] = [`--- BEGIN ATTACHMENT ${filename} ---`, `--- END ATTACHMENT ${filename} ---`];
  return [`Attached context file: ${filename}`, begin, bytes.toString("utf8"), end].join("\n");
}
