import type { ResolvedMessage } from "../../config/index.ts";
import type { AttachmentReader } from "./attachment-reader.ts";
import { injectAttachments } from "./inject-attachments.ts";
import { planWorkspace } from "./planned-workspace.ts";
import type { ComposedRequest, RequestSubject } from "./trial-request.ts";

/**
 * Composes an agent's input: the text of each invocation, in order, and its sources. Without turns there is one
 * invocation, made of all messages; with turns there is one per turn, and messages and attachments go with the first only.
 *
 * @param options the model parameters that reach the agent's requests
 */
export async function composeInvocations(
  { resolvedModel, loadedCase }: RequestSubject,
  options: Record<string, unknown>,
  attachments: AttachmentReader,
): Promise<ComposedRequest> {
  const { messages, turns } = loadedCase;
  const first = await injectAttachments([...messages, ...turns.slice(0, 1)], loadedCase.attachments, attachments);
  if (!first.ok) return first;
  const given = await planWorkspace(loadedCase);
  if (!given.ok) return given;
  return {
    ok: true,
    request: {
      model: resolvedModel,
      ...given.planned,
      messages: turns.length > 0 ? first.messages.slice(0, -1) : first.messages,
      turns,
      attachments: first.attachments,
      tools: [],
      options,
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

/** Passes a single message unchanged; several are separated by headings. */
function asOneText(messages: readonly ResolvedMessage[]): string {
  if (messages.length === 1) return messages[0]!.content;
  return messages
    .map(({ role, name, content }) => `${HEADINGS[role]}${name ? ` (${name})` : ""}\n${content}`)
    .join("\n\n");
}
