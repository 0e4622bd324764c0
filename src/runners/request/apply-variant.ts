import type { LoadedVariant, ResolvedMessage } from "../../config/index.ts";
import type { TrialRequest } from "./trial-request.ts";

/** The messages sent, with the positions of files and of the variant's messages. */
export type ComposedMessages = Pick<TrialRequest, "messages" | "attachments" | "variantMessages">;

/**
 * Puts a variant's messages before those of a case: its system prompt, the case's own system messages after it, then its
 * examples, then the rest of the case. System messages stay together at the beginning, as every provider accepts.
 */
export function applyVariant(
  { messages, attachments }: Pick<TrialRequest, "messages" | "attachments">,
  variant: LoadedVariant | undefined,
): ComposedMessages {
  if (variant === undefined) return { messages, attachments };
  const { systemPrompt, messages: examples } = variant;
  const prompt: ResolvedMessage[] = systemPrompt === null ? [] : [{ role: "system", content: systemPrompt }];
  const firstOther = messages.findIndex(({ role }) => role !== "system");
  const system = firstOther === -1 ? messages.length : firstOther;
  const examplesAt = prompt.length + system;
  return {
    messages: [...prompt, ...messages.slice(0, system), ...examples, ...messages.slice(system)],
    // Attachments are user messages, so they always come after the examples.
    attachments: attachments.map((file) => ({ ...file, at: file.at + prompt.length + examples.length })),
    variantMessages: [...prompt.keys(), ...examples.map((_, index) => examplesAt + index)],
  };
}
