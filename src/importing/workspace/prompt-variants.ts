import type { ForeignMessage, ForeignPrompt } from "./foreign-evaluation.ts";

/** A division of prompts: the shared ending belongs to the case, each beginning is a variant. */
export type DividedPrompts =
  | { kind: "one"; messages: ForeignMessage[] }
  | { kind: "variants"; messages: ForeignMessage[]; variants: PromptVariant[] }
  /** They differ in the user's own message, so each has separate cases. */
  | { kind: "apart" };

export interface PromptVariant {
  prompt: ForeignPrompt;
  system_prompt?: string;
  messages: ForeignMessage[];
}

/**
 * Divides prompts that end alike and differ only in texts without variables, since a variant sends a fixed system prompt and
 * examples before a case's messages. Preserves content and order of the messages sent.
 */
export function dividePrompts(prompts: readonly ForeignPrompt[]): DividedPrompts {
  const [first] = prompts;
  if (first === undefined || prompts.length === 1) return { kind: "one", messages: first?.messages ?? [] };
  for (let length = commonEnd(prompts); length > 0; length--) {
    const messages = first.messages.slice(-length);
    const variants = prompts.map((prompt) => variantOf(prompt, prompt.messages.slice(0, -length), messages));
    if (variants.every((variant) => variant !== null)) return { kind: "variants", messages, variants };
  }
  return { kind: "apart" };
}

function commonEnd(prompts: readonly ForeignPrompt[]): number {
  let length = 0;
  const fromEnd = ({ messages }: ForeignPrompt) => JSON.stringify(messages.at(-1 - length));
  while (prompts.every((prompt) => prompt.messages.length > length && fromEnd(prompt) === fromEnd(prompts[0]!)))
    length++;
  return length;
}

function variantOf(
  prompt: ForeignPrompt,
  head: readonly ForeignMessage[],
  tail: readonly ForeignMessage[],
): PromptVariant | null {
  const [system, ...others] = head[0]?.role === "system" ? head : [undefined, ...head];
  if (head.some(({ content }) => content.trim() === "" || /\{\{/.test(content))) return null;
  if (others.some((message) => message?.role === "system")) return null;
  // The case's own system messages would go before the examples.
  if (others.length > 0 && tail[0]?.role === "system") return null;
  return {
    prompt,
    ...(system && { system_prompt: system.content }),
    messages: others as ForeignMessage[],
  };
}
