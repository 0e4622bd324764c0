import { type ChatMessage, type MediaPart, mediaIn, textOfParts } from "../../../records/index.ts";
import { readSteps, type Step } from "./steps.ts";

export interface Source {
  name: string;
  text: string;
}

/** What a conversation asks for, as far as rules can tell. */
export interface Task {
  /** The last thing the user said before any tool was used, attachments aside. */
  instruction: string;
  /** System messages and the instruction: wherever rules about the answer may stand. */
  rules: string;
  /** Texts the answer may rest on: attachments, and what the user said or pasted before. */
  sources: Source[];
  /** Images and recordings, which no rule can look into. */
  media: MediaPart[];
  steps: Step[];
  /** Results of the tools called so far, in order. */
  results: string[];
}

/** The rules look at every place of a text more than once; beyond these sizes they stop reading instead of slowing down. */
const LONGEST_INSTRUCTION = 4000;
const LONGEST_SOURCE = 200_000;

export function readTask(messages: ChatMessage[]): Task {
  // What was answered already is over: tools that were used for it did nothing for what is asked now.
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

/** An image or a recording that is attached; it comes in a message of its own. */
function isAttachedMedia({ parts }: ChatMessage): boolean {
  const [first, second] = parts ?? [];
  return first?.type === "text" && first.text.startsWith("Attached context file: ") && second?.type !== "text";
}

/** What was said, without the names of what was shown with it. */
function wordsOf({ content, parts }: ChatMessage): string {
  return parts ? textOfParts(parts.filter(({ type }) => type === "text")) : (content ?? "");
}

function readAttachment(text: string): Source | null {
  const [, name, content] =
    /^Attached context file: (.*)\n--- BEGIN ATTACHMENT \1 ---\n([\s\S]*)\n--- END ATTACHMENT \1 ---$/.exec(text) ?? [];
  return name === undefined || content === undefined ? null : { name, text: content };
}

/** A text to work on that stands in the instruction itself: fenced, or after a blank line, or after a colon. */
function pastedText(instruction: string): string | null {
  const [, fenced] = /```[^\n]*\n([\s\S]*?)```/.exec(instruction) ?? [];
  if (fenced) return fenced;
  const [, below] = /\n\s*\n([\s\S]+)$/.exec(instruction) ?? [];
  if (below) return below;
  const [, behind] = /:\s+([\s\S]{8,})$/.exec(instruction) ?? [];
  return behind ?? null;
}
