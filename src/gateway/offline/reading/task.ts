import { type ChatMessage, type MediaPart, mediaIn, textOfParts } from "../../../records/index.ts";
import { readSteps, type Step } from "./steps.ts";

export interface Source {
  name: string;
  text: string;
}

/** The task in a conversation, as far as rules can tell. */
export interface Task {
  /** The user's last message before any tool was used, without attachments. */
  instruction: string;
  /** System messages and the instruction: everything that may contain rules for the answer. */
  rules: string;
  /** Texts to answer from: attachments, and the user's earlier messages. */
  sources: Source[];
  /** Images and recordings, which rules cannot read. */
  media: MediaPart[];
  steps: Step[];
  /** Results of the tools called so far, in order. */
  results: string[];
}

/** Sizes beyond which rules stop reading, because they scan a text several times. */
const LONGEST_INSTRUCTION = 4000;
const LONGEST_SOURCE = 200_000;

export function readTask(messages: ChatMessage[]): Task {
  // Tools used for earlier, answered messages do not count for the current one.
  const begin = 1 + messages.findLastIndex(({ role, tool_calls }) => role === "assistant" && !tool_calls?.length);
  const firstToolUse = messages.findIndex(({ tool_calls }, at) => at >= begin && (tool_calls?.length ?? 0) > 0);
  const asked = firstToolUse === -1 ? messages : messages.slice(0, firstToolUse);
  const said = asked
    .filter((message) => message.role === "user" && !isAttachedMedia(message))
    .map((message) => wordsOf(message));
  const attachments = said.map(readAttachment).filter((attachment) => attachment !== null);
  const plain = said.filter((text) => readAttachment(text) === null);
  const instruction = (plain.at(-1) ?? "").slice(0, LONGEST_INSTRUCTION);
  const system = asked.filter(({ role }) => role === "system").map(({ content }) => content ?? "");
  const earlier = plain.slice(0, -1).map((text) => ({ name: "the conversation", text }));
  const pasted = pastedText(instruction);
  return {
    instruction,
    rules: [...system.map((text) => text.slice(0, LONGEST_INSTRUCTION)), instruction].join("\n"),
    sources: [...attachments, ...earlier, ...(pasted ? [{ name: "the task", text: pasted }] : [])].map((source) => ({
      ...source,
      text: source.text.slice(0, LONGEST_SOURCE),
    })),
    media: mediaIn(...asked),
    steps: readSteps(
      instruction,
      attachments.map(({ name }) => name),
    ),
    results: messages
      .slice(begin)
      .filter(({ role }) => role === "tool")
      .map(({ content }) => content ?? ""),
  };
}

/** True for an attached image or recording, which is a message of its own. */
function isAttachedMedia({ parts }: ChatMessage): boolean {
  const [first, second] = parts ?? [];
  return first?.type === "text" && first.text.startsWith("Attached context file: ") && second?.type !== "text";
}

/** The text of a message without the names of its media. */
function wordsOf({ content, parts }: ChatMessage): string {
  return parts ? textOfParts(parts.filter(({ type }) => type === "text")) : (content ?? "");
}

function readAttachment(text: string): Source | null {
  const [, name, content] =
    /^Attached context file: (.*)\n--- BEGIN ATTACHMENT \1 ---\n([\s\S]*)\n--- END ATTACHMENT \1 ---$/.exec(text) ?? [];
  return name === undefined || content === undefined ? null : { name, text: content };
}

/** A text to work on inside the instruction: fenced, or after a blank line or a colon. */
function pastedText(instruction: string): string | null {
  const [, fenced] = /```[^\n]*\n([\s\S]*?)```/.exec(instruction) ?? [];
  if (fenced) return fenced;
  const [, below] = /\n\s*\n([\s\S]+)$/.exec(instruction) ?? [];
  if (below) return below;
  const [, behind] = /:\s+([\s\S]{8,})$/.exec(instruction) ?? [];
  return behind ?? null;
}
