import type { LoadedCase } from "../../config/index.ts";
import type { ChatMessage } from "../../records/index.ts";
import { probeMessages } from "../llm-probe/probe-messages.ts";

export type Invocations =
  /** `context` is what goes with the first turn: the case's messages, attachments among them. */
  { ok: true; texts: string[]; context: ChatMessage[] } | { ok: false; problem: string };

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
  const texts = [asOneText(first.messages), ...turns.slice(1).map(({ content }) => content)];
  return { ok: true, texts, context: turns.length > 0 ? first.messages.slice(0, -1) : first.messages };
}

/** A lone message is passed as it stands; several are told apart by headings. */
function asOneText(messages: ChatMessage[]): string {
  if (messages.length === 1) return messages[0]!.content ?? "";
  return messages
    .map(({ role, name, content }) => `${HEADINGS[role]}${name ? ` (${name})` : ""}\n${content ?? ""}`)
    .join("\n\n");
}
