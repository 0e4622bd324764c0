import type { ResolvedMessage } from "../../config/index.ts";
import {
  type AttachmentReader,
  type ComposedRequest,
  injectAttachments,
  type RequestSubject,
  requestOptions,
} from "../request/index.ts";

/**
 * What an agent is given: the text of each `openclaw agent` invocation, in order, and what it was made from. Without turns
 * there is one invocation, made of all messages; with turns there is one per turn, and messages and attachments go with
 * the first only.
 */
export async function composeRequest(
  { model, resolvedModel, loadedCase, settings }: RequestSubject,
  attachments: AttachmentReader,
): Promise<ComposedRequest> {
  const { messages, turns } = loadedCase;
  const first = await injectAttachments([...messages, ...turns.slice(0, 1)], loadedCase.attachments, attachments);
  if (!first.ok) return first;
  return {
    ok: true,
    request: {
      model: resolvedModel,
      messages: turns.length > 0 ? first.messages.slice(0, -1) : first.messages,
      turns,
      attachments: first.attachments,
      tools: [],
      options: requestOptions(model, settings),
      invocations: [asOneText(first.messages), ...turns.slice(1).map(({ content }) => content)],
    },
  };
}

const HEADINGS: Record<ResolvedMessage["role"], string> = {
  system: "System instructions:",
  user: "User:",
  assistant: "Assistant, earlier:",
  tool: "Tool result, earlier:",
};

/** A lone message is passed as it stands; several are told apart by headings. */
function asOneText(messages: readonly ResolvedMessage[]): string {
  if (messages.length === 1) return messages[0]!.content;
  return messages
    .map(({ role, name, content }) => `${HEADINGS[role]}${name ? ` (${name})` : ""}\n${content}`)
    .join("\n\n");
}
