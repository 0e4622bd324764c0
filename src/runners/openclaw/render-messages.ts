import type { LoadedCase } from "../../config/index.ts";
import type { ChatMessage } from "../../gateway/index.ts";
import { probeMessages } from "../llm-probe/probe-messages.ts";

export type Invocations = { ok: true; texts: string[] } | { ok: false; problem: string };

const HEADINGS: Record<ChatMessage["role"], string> = {
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
  const first = await probeMessages({ messages: [...messages, ...turns.slice(0, 1)], attachments });
  if (!first.ok) return first;
  return { ok: true, texts: [asOneText(first.messages), ...turns.slice(1).map(({ content }) => content)] };
}

/** A lone message is passed as it stands; several are told apart by headings. */
function asOneText(messages: ChatMessage[]): string {
  if (messages.length === 1) return messages[0]!.content ?? "";
  return messages
    .map(({ role, name, content }) => `${HEADINGS[role]}${name ? ` (${name})` : ""}\n${content ?? ""}`)
    .join("\n\n");
}
